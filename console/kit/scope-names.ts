interface ExtensionApp {
  name: string;
  title: string;
  read: string;
  write: string;
}

/** Facts that the server puts into the page; none where Vite serves it without a server, and in a test without a page. */
export function inPage<T>(name: string): T[] {
  const page = (globalThis as { document?: { querySelector(name: string): { content: string } | null } }).document;
  const text = page?.querySelector(`meta[name=${name}]`)?.content;
  return text?.startsWith('[') ? JSON.parse(text) : [];
}

/** Apps of extensions, in the order in which they were added. */
export const EXTENSION_APPS = inPage<ExtensionApp>('apps');

const PRODUCT_APPS = ['office', 'access', 'sales', 'careers', 'project', 'guard'];

/** The scopes of all apps. They stand here without their words, because signing in needs no language. */
export const SCOPE_NAMES: readonly string[] = [...PRODUCT_APPS, ...EXTENSION_APPS.map(({ name }) => name)].flatMap(
  (app) => [`${app}:read`, `${app}:write`],
);
