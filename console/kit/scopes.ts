import { t } from './language.js';
import { EXTENSION_APPS } from './scope-names.js';

/** The permission of each scope, in words. `test/console.spec.ts` compares it with the server's scopes. */
const PRODUCT_SCOPES = {
  'office:read': t('Read documents, sheets and files'),
  'office:write': t('Create and update documents, sheets and files'),
  'access:read': t('Read users, groups and sessions'),
  'access:write': t('Manage users and groups, provision and deprovision'),
  'sales:read': t('Read contacts, deals and pipelines'),
  'sales:write': t('Create and update CRM records'),
  'careers:read': t('Read jobs, applications and stages'),
  'careers:write': t('Manage job postings and applicant pipelines'),
  'project:read': t('Read projects, tasks and time entries'),
  'project:write': t('Manage tasks, assign work and log time'),
  'guard:read': t('Read policies, audit logs and alerts'),
  'guard:write': t('Manage policies and alert rules'),
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
  office: t('Office'),
  sales: t('Sales'),
  careers: t('Careers'),
  project: t('Projects'),
  access: t('People and access'),
  guard: t('Security'),
} as const;

export type App = keyof typeof PRODUCT_APPS;

export const APPS: Record<App, string> = {
  ...PRODUCT_APPS,
  ...Object.fromEntries(EXTENSION_APPS.map(({ name, title }) => [name, title])),
};

/** Scopes that stand for a whole level. */
const LEVELS = { 'read:all': t('Read everything'), 'write:all': t('Change everything') } as const;

/** A scope in words. */
export const inWords = (scope: string): string =>
  SCOPES[scope as Scope] ?? LEVELS[scope as keyof typeof LEVELS] ?? scope;

/** Access by a list of scopes, in an app or in all of them. */
const MAY = { both: t('read and write'), read: t('read'), write: t('write') };
const MAY_IN_ALL = { both: t('Everything'), read: t('Read everything'), write: t('Write everything') };

/** A list of scopes in a few words: `Everything`, `Office, Sales: read`. */
export function summary(scopes: readonly string[]): string {
  const may = (app: string, level: string) => scopes.includes(`${app}:${level}`) || scopes.includes(`${level}:all`);
  const apps = Object.keys(APPS) as App[];
  const groups = Map.groupBy(apps, (app) => {
    const [reads, writes] = [may(app, 'read'), may(app, 'write')];
    return reads && writes ? 'both' : reads ? 'read' : writes ? 'write' : null;
  });
  groups.delete(null);
  const [one] = groups.keys();
  if (one && groups.get(one)!.length === apps.length) return MAY_IN_ALL[one];
  return [...groups].map(([level, own]) => `${own.map((app) => APPS[app]).join(', ')}: ${MAY[level!]}`).join(' · ');
}
