import { ANYBODY, type App, type Credential, type Scope } from '../../platform/index.js';
import { OWNER, reaches, scopesOf } from '../roles/roles.js';

/** Principal id in policies for any OAuth app. */
export const ANY_APP = 'any';

/** Principals of requests through an app (D-AGT-2). */
export const principalsOfApp = (clientId: string): string[] => [`oauth_client:${ANY_APP}`, `oauth_client:${clientId}`];

/** Principals of a user. `clientId`: the app through which they act, or null. */
export const principalsOf = (
  user: { id: string; effective_roles: string[]; groups: string[] },
  clientId: string | null = null,
): string[] => [
  ANYBODY,
  `user:${user.id}`,
  ...user.groups.map((id) => `group:${id}`),
  ...user.effective_roles.map((role) => `role:${role}`),
  ...(clientId === null ? [] : principalsOfApp(clientId)),
];

/** A signed-in user: their identity, their roles and groups as of now, and their session. */
export interface SignedIn {
  workspace_id: string;
  user_id: string;
  email: string;
  status: string;
  effective_roles: string[];
  groups: string[];
  session_id: string;
  /** Of the OAuth client, where the session is a grant to one. */
  client_id: string | null;
  client_name: string | null;
  /** ISO 8601, or null. */
  revoked_at: string | null;
  /** ISO 8601: the end of the token, or of the session where that is earlier. */
  expires_at: string;
  /** ISO 8601: when the user proved their identity; null for grants that began before this was kept. */
  auth_time: string | null;
  /** Whether the user is an operator, and the token one of the console: no other program gets that from them. */
  operator: boolean;
}

const throughApp = ({ client_id: id, client_name: name }: SignedIn) => id !== null && { via: { id, name: name ?? id } };

/** The credential of a signed-in user: granted scopes intersected with those of the current roles (D-ACC-9). */
export function userCredential(who: SignedIn, granted: readonly string[]): Credential {
  const roles = who.effective_roles;
  const given = scopesOf(roles);
  return {
    kind: 'user',
    id: who.session_id,
    workspace_id: who.workspace_id,
    actor: { type: 'user', id: who.user_id, email: who.email, ...throughApp(who) },
    user_id: who.user_id,
    basis: who.client_id && who.session_id,
    principals: principalsOf({ ...who, id: who.user_id }, who.client_id),
    app: who.client_id === null ? null : { client_id: who.client_id, grant_id: who.session_id },
    scopes: new Set(granted.filter((scope): scope is Scope => given.has(scope as Scope))),
    isAdmin: (app: App) => reaches(roles, app, 'admin'),
    isEditor: (app: App) => reaches(roles, app, 'editor'),
    isOwner: roles.includes(OWNER),
    isOperator: who.operator,
    refusal: who.revoked_at ? 'The session has ended.' : who.status === 'active' ? null : `The user is ${who.status}.`,
    proven_at: who.auth_time === null ? 0 : Date.parse(who.auth_time),
    expires_at: Date.parse(who.expires_at),
  };
}
