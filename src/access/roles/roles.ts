import {
  allScopes,
  extensionScopes,
  productScopes,
  type App,
  apps,
  type Changes,
  type Credential,
  forbidden,
  requireRecentProof,
  type Scope,
} from '../../platform/index.js';

/** Levels of roles in an app, in rising order (D-ACC-6). */
const LEVELS = ['viewer', 'member', 'editor', 'admin'] as const;
type RoleLevel = (typeof LEVELS)[number];

export interface Role {
  name: string;
  scopes: readonly Scope[];
  description: string;
}

const does: Record<RoleLevel, string> = {
  viewer: 'reads',
  member: 'reads all records; writes their own and those assigned to them',
  editor: 'reads and writes',
  admin: 'reads, writes, deletes permanently, approves and changes settings',
};

/** The role that is admin of everything. */
export const OWNER = 'workspace:owner';

/** Reads the values of every record in the audit log, also of records that its holder may not read. Only owners confer it. */
export const READ_ALL = 'guard:read_all';

/** The product has six apps; extensions add theirs. */
const ADMIN_OF_ALL = extensionScopes().length ? 'Admin of all apps.' : 'Admin of all six apps.';

/** Every role there is. A role is its name. */
export const ROLES: readonly Role[] = [
  ...apps().flatMap((app) =>
    LEVELS.map((level): Role => {
      const scopes: Scope[] = level === 'viewer' ? [`${app}:read`] : [`${app}:read`, `${app}:write`];
      return { name: `${app}:${level}`, scopes, description: `${app}: ${does[level]}.` };
    }),
  ),
  {
    name: READ_ALL,
    scopes: ['guard:read'],
    description: 'guard: reads the audit log without masks; the log says when.',
  },
  { name: OWNER, scopes: allScopes(), description: ADMIN_OF_ALL },
];

export const ROLE_NAMES = ROLES.map(({ name }) => name);

const byName = new Map(ROLES.map((role) => [role.name, role]));

/** The scopes that roles give together. */
export const scopesOf = (roles: readonly string[]): Set<Scope> =>
  new Set(roles.flatMap((name) => byName.get(name)?.scopes ?? []));

/** Roles added or removed. */
export const differing = (before: readonly string[], after: readonly string[]): string[] => [
  ...after.filter((role) => !before.includes(role)),
  ...before.filter((role) => !after.includes(role)),
];

/** Audit changes for roles that come with a user, group or membership. */
export const gives = (roles: readonly string[]): Changes | undefined =>
  roles.length ? { roles: { from: [], to: roles } } : undefined;

/**
 * Whether the audit log masks nothing for a credential: a user with the role, in person. Keys and apps of theirs are bound by
 * what they may read.
 */
export const holdsReadAll = ({ kind, app, principals }: Credential): boolean =>
  kind === 'user' && !app && principals.includes(`role:${READ_ALL}`);

/** Whether roles reach a level in an app. */
export const reaches = (roles: readonly string[], app: App, level: RoleLevel): boolean =>
  roles.includes(OWNER) || LEVELS.slice(LEVELS.indexOf(level)).some((reached) => roles.includes(`${app}:${reached}`));

/** Condition of `recentProof` on routes that grant or revoke roles. */
export const OF_ADMINS = 'where roles of admins are concerned';

/**
 * 403 unless the credential has the rights of these roles: nobody grants or revokes more than their own (D-ACC-1). Admin roles
 * also need a recent proof of identity (D-SIGN-5).
 */
export function checkHolds(credential: Credential | null, roles: readonly string[]): void {
  // The command line and the system have no credential.
  if (!credential) return;
  for (const name of roles) {
    const missing = missingFor(credential, name);
    if (missing) throw forbidden(`The role ${name} grants the scope ${missing}, which you do not have.`);
    if (!isUpTo(credential, name)) throw forbidden(`The role ${name} grants more than your own roles.`);
  }
  if (roles.some((name) => name === OWNER || name === READ_ALL || name.endsWith(':admin'))) requireRecentProof();
}

/** Whether the credential has the rights of these roles. */
export const holds = (credential: Credential, roles: readonly string[]): boolean =>
  roles.every((name) => !missingFor(credential, name) && isUpTo(credential, name));

const missingFor = ({ scopes }: Credential, name: string) =>
  byName.get(name)?.scopes.find((scope) => !scopes.has(scope));

/**
 * 403 if a user with these roles ranks higher than the caller: an owner ranks above all others, who rank by their level in access.
 * Nobody activates, suspends, deletes or changes somebody above them (D-ACC-1).
 */
export function checkRanks(credential: Credential | null, roles: readonly string[]): void {
  if (!credential) return;
  if (roles.includes(OWNER)) {
    const isOwner = credential.isOwner && productScopes().every((scope) => credential.scopes.has(scope));
    if (!isOwner) throw forbidden(`The user is a ${OWNER}. You do not have all scopes of this role.`);
  } else if (reaches(roles, 'access', 'admin') && !credential.isAdmin('access'))
    throw forbidden('The user is an access:admin, and ranks higher than you.');
}

/** Whether a credential reaches the level of a role, which scopes do not tell: members and editors have the same. */
function isUpTo(credential: Credential, role: string): boolean {
  if (role === OWNER || role === READ_ALL) return credential.isOwner;
  const [app, level] = role.split(':') as [App, RoleLevel];
  if (level === 'admin') return credential.isAdmin(app);
  return level !== 'editor' || credential.isEditor(app);
}
