/** Name of an app, such as `office`: the first part of its types, scopes, roles and paths. */
export type App = string;
export type Level = 'read' | 'write';
export type Scope = `${App}:${Level}`;

/** Declaration of an app. */
export interface AppOptions {
  /** Lower-case letters. */
  name: App;
  /** Name on the console. */
  title: string;
  /** Its section of /openapi.json in a few words. Default: its title. */
  about?: string;
  /** The two scopes in words, as OpenAPI and the consent page show them. */
  read: string;
  write: string;
}

export interface DeclaredApp extends Required<AppOptions> {
  /** Name of the extension that declares it; null for an app of the product. */
  extension: string | null;
}

const declared = new Map<App, DeclaredApp>();
/** Names that paths, types or roles use for something other than an app. */
const RESERVED = new Set(
  'all batch changes console docs events favourites files follows health imports inbox mcp oauth operations operator search server sign views webhooks workspace'.split(
    ' ',
  ),
);
let closed = false;

/**
 * Declares an app with its scopes and roles. Classes of the API list all scopes, so the apps of extensions are declared before the
 * product's modules are loaded.
 */
export function declareApp(options: AppOptions, extension: string | null = null): void {
  const { name } = options;
  if (!/^[a-z]{2,20}$/.test(name))
    throw new Error(`The name of an app has 2 to 20 lower-case letters: '${name}' has not.`);
  if (declared.has(name) || RESERVED.has(name))
    throw new Error(`The name '${name}' is taken: give the app another one.`);
  if (closed)
    throw new Error(
      `The app ${name} is declared after the application was loaded: name its package in EXTENSIONS, or pass it to start({ extensions }).`,
    );
  declared.set(name, { about: options.title, ...options, extension });
}

/** Names of the apps so far: others can still be declared. */
export const appNames = (): App[] => [...declared.keys()];

/** Takes back the app of an extension that is not loaded after all. */
export const withdrawApp = (name: App): void => void declared.delete(name);

/** Whether an app has this name. */
export const isApp = (name: string): boolean => declared.has(name);

/** Every app; those of extensions are last. No further app can be declared afterwards. */
export function declaredApps(): DeclaredApp[] {
  closed = true;
  return [...declared.values()];
}

/** The extension of an app; null for the product. */
export const extensionOf = (app: App | null): string | null => (app && declared.get(app)?.extension) || null;

/** Names of all apps. */
export const apps = (): App[] => declaredApps().map(({ name }) => name);

/** All scopes in words, in the order of their apps. */
export const scopesInWords = (): Record<Scope, string> =>
  Object.fromEntries(
    declaredApps().flatMap(({ name, read, write }) => [
      [`${name}:read`, read],
      [`${name}:write`, write],
    ]),
  );

/** A scope in words; the scope itself where its extension is gone. */
export const inWords = (scope: string): string => scopesInWords()[scope as Scope] ?? scope;

/** Names of all scopes. */
export const allScopes = (): Scope[] => Object.keys(scopesInWords()) as Scope[];

/** Whether there is such a scope. */
export const isScope = (scope: string): scope is Scope => allScopes().includes(scope as Scope);

/** The scopes of the product's apps, which together make an owner. */
export const productScopes = (): Scope[] => scopesOfApps(({ extension }) => extension === null);

/** The scopes of apps that extensions declare. */
export const extensionScopes = (): Scope[] => scopesOfApps(({ extension }) => extension !== null);

const scopesOfApps = (are: (app: DeclaredApp) => boolean): Scope[] =>
  declaredApps()
    .filter(are)
    .flatMap(({ name }): Scope[] => [`${name}:read`, `${name}:write`]);

/** The app that a scope is about. */
export const appOf = (scope: Scope): App => scope.split(':')[0]!;

// The apps of the product. Commands that load only one of them need the scopes of all.
declareApp({
  name: 'office',
  title: 'Office',
  about: 'Documents, spreadsheets and files',
  read: 'Read documents, sheets and files',
  write: 'Create and update documents, sheets and files',
});
declareApp({
  name: 'access',
  title: 'People and access',
  about: 'Users, groups, roles, sessions, provisioning and API keys',
  read: 'Read users, groups and sessions',
  write: 'Manage users and groups, provision and deprovision',
});
declareApp({
  name: 'sales',
  title: 'Sales',
  about: 'Contacts, deals and sales pipelines',
  read: 'Read contacts, deals and pipelines',
  write: 'Create and update CRM records',
});
declareApp({
  name: 'careers',
  title: 'Careers',
  about: 'Jobs, applications and hiring pipelines',
  read: 'Read jobs, applications and stages',
  write: 'Manage job postings and applicant pipelines',
});
declareApp({
  name: 'project',
  title: 'Projects',
  about: 'Projects, tasks, sprints, templates and time entries',
  read: 'Read projects, tasks and time entries',
  write: 'Manage tasks, assign work and log time',
});
declareApp({
  name: 'guard',
  title: 'Security',
  about: 'Policies, audit logs, exports, alerts and settings',
  read: 'Read policies, audit logs and alerts',
  write: 'Manage policies and alert rules',
});
