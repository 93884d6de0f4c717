interface ExtensionApp {
  name: string;
  title: string;
  read: string;
  write: string;
}

/** Apps of extensions, from the page. A page that Vite serves without a server has none, and neither has a test without a page. */
function ofExtensions(): ExtensionApp[] {
  const page = (globalThis as { document?: { querySelector(name: string): { content: string } | null } }).document;
  const text = page?.querySelector('meta[name=apps]')?.content;
  return text?.startsWith('[') ? JSON.parse(text) : [];
}

const EXTENSION_APPS = ofExtensions();

/** The permission of each scope, in words. `test/console.spec.ts` compares it with the server's scopes. */
const PRODUCT_SCOPES = {
  'office:read': 'Read documents, sheets and files',
  'office:write': 'Create and update documents, sheets and files',
  'access:read': 'Read users, groups and sessions',
  'access:write': 'Manage users and groups, provision and deprovision',
  'sales:read': 'Read contacts, deals and pipelines',
  'sales:write': 'Create and update CRM records',
  'careers:read': 'Read jobs, applications and stages',
  'careers:write': 'Manage job postings and applicant pipelines',
  'project:read': 'Read projects, tasks and time entries',
  'project:write': 'Manage tasks, assign work and log time',
  'guard:read': 'Read policies, audit logs and alerts',
  'guard:write': 'Manage policies and alert rules',
} as const;

export type Scope = keyof typeof PRODUCT_SCOPES;

export const SCOPES: Record<Scope, string> = {
  ...PRODUCT_SCOPES,
  ...Object.fromEntries(
    EXTENSION_APPS.flatMap(({ name, read, write }) => [
      [`${name}:read`, read],
      [`${name}:write`, write],
    ]),
  ),
};

/** The apps in the order in which people meet them. */
const PRODUCT_APPS = {
  office: 'Office',
  sales: 'Sales',
  careers: 'Careers',
  project: 'Projects',
  access: 'People and access',
  guard: 'Security',
} as const;

export type App = keyof typeof PRODUCT_APPS;

export const APPS: Record<App, string> = {
  ...PRODUCT_APPS,
  ...Object.fromEntries(EXTENSION_APPS.map(({ name, title }) => [name, title])),
};

/** Scopes that stand for a whole level. */
const LEVELS = { 'read:all': 'Read everything', 'write:all': 'Change everything' } as const;

/** A scope in words. */
export const inWords = (scope: string): string =>
  SCOPES[scope as Scope] ?? LEVELS[scope as keyof typeof LEVELS] ?? scope;

/** A list of scopes in a few words: `Everything`, `Office, Sales: read`. */
export function summary(scopes: readonly string[]): string {
  const may = (app: string, level: string) => scopes.includes(`${app}:${level}`) || scopes.includes(`${level}:all`);
  const apps = Object.keys(APPS) as App[];
  const groups = new Map<string, string[]>();
  for (const app of apps) {
    const levels = ['read', 'write'].filter((level) => may(app, level)).join(' and ');
    if (levels) groups.set(levels, [...(groups.get(levels) ?? []), APPS[app]]);
  }
  const all = groups.size === 1 && [...groups.values()][0]!.length === apps.length;
  if (all)
    return { 'read and write': 'Everything', read: 'Read everything', write: 'Write everything' }[
      [...groups.keys()][0]!
    ]!;
  return [...groups].map(([levels, names]) => `${names.join(', ')}: ${levels}`).join(' · ');
}
