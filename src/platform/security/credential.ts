import type { Actor } from '../context/request-context.js';
import { allScopes, type App, extensionScopes, productScopes, type Scope } from './apps.js';

/** Scopes that expand to a whole level. */
const CONVENIENCE_SCOPES = ['read:all', 'write:all'] as const;

type GrantableScope = Scope | (typeof CONVENIENCE_SCOPES)[number];

/** Scopes that a key may have. */
export const grantableScopes = (): GrantableScope[] => [...allScopes(), ...CONVENIENCE_SCOPES];

/**
 * Expands granted scopes. `write` does not imply `read`. `read:all` and `write:all` mean the apps of the product: an extension that
 * is installed later gives existing keys no rights (D-EXT-1).
 */
export function expandScopes(granted: readonly string[]): Set<Scope> {
  const ofLevel = productScopes().filter((scope) => granted.includes(`${scope.split(':')[1]}:all`));
  return new Set(allScopes().filter((scope) => granted.includes(scope) || ofLevel.includes(scope)));
}

/** Adds the scopes of extensions that `read:all` and `write:all` mean to somebody who grants them now. */
export function withExtensions(granted: readonly string[], held: (scope: Scope) => boolean): string[] {
  const meant = extensionScopes().filter((scope) => granted.includes(`${scope.split(':')[1]}:all`) && held(scope));
  return [...new Set([...granted, ...meant])];
}

/** Why a genuine credential is refused, or null. `now`: milliseconds since 1970. */
export const refusalOf = ({ refusal, expires_at }: Credential, now: number): string | null =>
  refusal ?? (expires_at !== null && expires_at <= now ? 'The credential has expired.' : null);

/** An OAuth client that acts for a user. */
export interface ConnectedApp {
  client_id: string;
  /** The grant of the user; everything made through it ends with it. */
  grant_id: string;
}

/** The authenticated identity of a request: created by strategies, checked by the guard, used by stores for row rules. */
export interface Credential {
  kind: Actor['type'];
  /** `key_…`, or the id of the token's grant. */
  id: string;
  workspace_id: string;
  actor: Actor;
  /** Default owner of new records (D-ACC-6). */
  user_id: string;
  /**
   * The API key or OAuth grant behind it; null for a browser session. Webhooks created with it, and keys created with a grant,
   * end with it (D-WH-11).
   */
  basis: string | null;
  /**
   * Principals in policies: `any`, `user:usr_…`, `group:grp_…`, `role:…`, `api_key:key_…`, `oauth_client:cli_…`. A key inherits
   * the principals of its creator and of the app used, so that creating a key does not bypass a policy.
   */
  principals: readonly string[];
  scopes: ReadonlySet<Scope>;
  /** Admin rights in an app: permanent deletion, settings, records of others. API keys have them within their scopes. */
  isAdmin(app: App): boolean;
  /** Editor rights: may write every visible record of the app. Members write only their own. */
  isEditor(app: App): boolean;
  /** Owner rights; a key with all scopes has them. */
  isOwner: boolean;
  /** Operator of the deployment (`/v1/operations`). Granted only on the command line (D-RUN-8). */
  isOperator: boolean;
  /** Milliseconds since 1970 at which the user proved their identity last; null for API keys, which need no proof (D-SIGN-5). */
  proven_at: number | null;
  /** The OAuth app through which the user acts or created the key; null or absent for none, and for the console. */
  app?: ConnectedApp | null;
  /** Audience of an access token (RFC 8707); null or absent: any. */
  audience?: string | null;
  /** Why it must not be used although it is genuine (expired, revoked), or null. */
  refusal: string | null;
  /** Milliseconds since 1970 after which it no longer works, or null. */
  expires_at: number | null;
}
