import type { Actor } from '../context/request-context.js';

export const APPS = ['office', 'access', 'sales', 'careers', 'project', 'guard'] as const;
export type App = (typeof APPS)[number];
export type Level = 'read' | 'write';
export type Scope = `${App}:${Level}`;

/** The twelve scopes in words, as OpenAPI and the consent page show them. */
export const SCOPES: Record<Scope, string> = {
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
};

/** The app that a scope is about. */
export const appOf = (scope: Scope): App => scope.split(':')[0] as App;

/** Scopes that stand for a whole level. */
const CONVENIENCE_SCOPES = ['read:all', 'write:all'] as const;

type GrantableScope = Scope | (typeof CONVENIENCE_SCOPES)[number];

export const GRANTABLE_SCOPES = [...Object.keys(SCOPES), ...CONVENIENCE_SCOPES] as GrantableScope[];

/** The plain scopes that a list of granted ones gives. `write` does not imply `read`. */
export function expandScopes(granted: readonly string[]): Set<Scope> {
  const all = Object.keys(SCOPES) as Scope[];
  return new Set(all.filter((scope) => granted.includes(scope) || granted.includes(`${scope.split(':')[1]}:all`)));
}

/** Why a credential must not be used although it is genuine, or null. `now`: milliseconds since 1970. */
export const refusalOf = ({ refusal, expires_at }: Credential, now: number): string | null =>
  refusal ?? (expires_at !== null && expires_at <= now ? 'The credential has expired.' : null);

/** An OAuth client that acts for a user. */
export interface ConnectedApp {
  client_id: string;
  /** The id of the user's grant to it, with which all ends that was made through it. */
  grant_id: string;
}

/** The proven identity of a request. Strategies make it, the guard checks it, stores ask it about rows. */
export interface Credential {
  kind: Actor['type'];
  /** `key_…`, or the id of the token's grant. */
  id: string;
  workspace_id: string;
  actor: Actor;
  /** The owner of records that name no other (D-ACC-6). */
  user_id: string;
  /**
   * The key that it is, or the grant of its user to an OAuth client; null for a browser. Webhooks made with it, and keys made
   * with a grant, end with that (D-WH-11).
   */
  basis: string | null;
  /**
   * Its names in policies: `any`, `user:usr_…`, `group:grp_…`, `role:…`, `api_key:key_…`, `oauth_client:cli_…`. Policies about
   * the user who made a key, and about the app through which they did, bind the key, so that nobody gets around a policy by
   * making one.
   */
  principals: readonly string[];
  scopes: ReadonlySet<Scope>;
  /** Whether it acts as admin of the app: hard deletes, settings, records of others. API keys do, within their scopes. */
  isAdmin(app: App): boolean;
  /** Whether it may write every record of the app that it sees: editors and admins. A member writes their own. */
  isEditor(app: App): boolean;
  /** Whether it stands for a workspace:owner. A key with all scopes does. */
  isOwner: boolean;
  /** Whether it may look after the deployment (`/v1/operations`). Only the command line makes operators (D-RUN-8). */
  isOperator: boolean;
  /** Milliseconds since 1970 at which the user proved their identity last; null for API keys, which need no proof (D-SIGN-5). */
  proven_at: number | null;
  /** The app through which its user acts, or through which they made the key; null or left out: none, or the console. */
  app?: ConnectedApp | null;
  /** The resource that an access token is bound to (RFC 8707); null or left out: it is good everywhere. */
  audience?: string | null;
  /** Why it must not be used although it is genuine (expired, revoked), or null. */
  refusal: string | null;
  /** Milliseconds since 1970 after which it no longer works, or null. */
  expires_at: number | null;
}
