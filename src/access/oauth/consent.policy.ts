import type { interactionPolicy, KoaContextWithOIDC } from 'oidc-provider';
import { isScope, type Scope } from '../../platform/index.js';
import type { Session } from '../sessions/session.entity.js';
import { scopesOf } from '../roles/roles.js';
import { CONSOLE } from './console-client.js';
import type { Grants } from './grants.js';
import { isClaimed } from './redirect-uri.js';

type Library = typeof import('oidc-provider');

/** Maximum length of `state`, which is echoed. */
const MAX_STATE = 4_096;
/** Maximum length of other parameters. */
const MAX_PARAMETER = 2_048;

/** `max_age` under another name, because the library accepts it only with `openid`, and there are no ID tokens here. */
export const MAX_AGE = 'proof_max_age';

/** Whether a proof of identity is older than `max_age`. 0 always requires a new one. In seconds. */
export const isTooOld = (age: number, maxAge: number): boolean => maxAge === 0 || age > maxAge;

/** The signed-in user of an authorization request, in `ctx.state.signedIn`. */
export interface SignedIn {
  user_id: string;
  workspace_id: string;
  effective_roles: string[];
  session: Pick<Session, 'id' | 'auth_time'>;
  /** Seconds since the user proved their identity. */
  proof_age: number;
}

/** Data of the consent page. */
export interface ConsentDetails {
  user_id: string;
  /** Requested scopes intersected with those of the user's roles. */
  scopes: Scope[];
}

/** Data of the sign-in page. */
export interface LoginDetails {
  /** The previous session; a new sign-in creates another one. */
  session_id: string | null;
}

/**
 * Interaction policy. Sign-in is required unless the browser is signed in to the workspace of the client, recently enough for
 * `max_age`. Consent is required unless it was given in a grant that is still valid, and the redirect goes to a URL that only
 * the client can receive. The console is first-party: it serves every workspace without consent.
 */
export function consentPolicy({ errors, interactionPolicy: { Check, Prompt } }: Library, grants: Grants) {
  const login = new Prompt(
    { name: 'login', requestable: true },
    (ctx) => ({ session_id: signedIn(ctx) ? ctx.oidc.session!.uid : null }) satisfies LoginDetails,
    new Check('signed_out', 'The user has to sign in.', 'login_required', (ctx) => {
      const who = signedIn(ctx);
      const workspaceId = workspaceOf(ctx);
      return !who || (workspaceId !== undefined && who.workspace_id !== workspaceId);
    }),
    new Check('proof_too_old', 'The user has to sign in again.', 'login_required', (ctx) => {
      const { params, result } = ctx.oidc;
      const maxAge = params![MAX_AGE];
      return maxAge !== undefined && !result?.login && isTooOld(signedIn(ctx)!.proof_age, Number(maxAge));
    }),
  );
  const consent = new Prompt(
    { name: 'consent', requestable: true },
    (ctx) => ({ user_id: signedIn(ctx)!.user_id, scopes: offered(ctx) }) satisfies ConsentDetails,
    new Check('not_given', 'The user has to consent.', 'consent_required', async (ctx) => {
      if (ctx.oidc.result?.consent) return false;
      if (!offered(ctx).length) throw new errors.AccessDenied('The roles of the user grant none of these scopes.');
      return !(await wasGiven(ctx));
    }),
  );
  return [login, consent] satisfies interactionPolicy.Prompt[];

  async function wasGiven(ctx: KoaContextWithOIDC): Promise<boolean> {
    const { client, params, session, prompts } = ctx.oidc;
    if (isConsole(ctx)) return give(ctx, session!.uid);
    // Unregistered apps need consent every time.
    if (workspaceOf(ctx) === undefined || prompts.has('consent') || !isClaimed(String(params!.redirect_uri)))
      return false;
    const { user_id: userId, session: by } = signedIn(ctx)!;
    const [clientId, scopes] = [client!.clientId, offered(ctx)];
    if (!(await grants.covers(userId, clientId, scopes))) return false;
    // One grant per authorization, so that devices can be revoked individually.
    const { id } = await grants.begin(userId, clientId, by);
    return give(ctx, id);
  }
}

/** Continues with a grant without interaction. */
function give(ctx: KoaContextWithOIDC, grantId: string): true {
  const { client, params, session, grant } = ctx.oidc;
  const scopes = offered(ctx);
  session!.grantIdFor(client!.clientId, grantId);
  grant!.addOIDCScope(scopes);
  for (const resource of Object.keys(ctx.oidc.resourceServers ?? {})) grant!.addResourceScope(resource, scopes);
  params!.scope = scopes.join(' ');
  return true;
}

const isConsole = ({ oidc }: KoaContextWithOIDC): boolean => oidc.client!.clientId === CONSOLE;

/** Workspace of a registered client. The console and unregistered apps serve every workspace. */
const workspaceOf = ({ oidc }: KoaContextWithOIDC): string | undefined =>
  oidc.client!.workspace_id as string | undefined;

const signedIn = (ctx: KoaContextWithOIDC): SignedIn | undefined => ctx.state.signedIn;

/** Requested scopes intersected with the current roles of the user. */
function offered(ctx: KoaContextWithOIDC): Scope[] {
  const given = scopesOf(signedIn(ctx)!.effective_roles);
  return [...ctx.oidc.requestParamScopes].filter((scope): scope is Scope => given.has(scope as Scope));
}

/** Additional parameter checks, run once the library knows where to send errors. */
export function parameterChecks({ errors }: Library) {
  return {
    /** The library has checked that it is registered for the client. */
    scope({ query }: KoaContextWithOIDC): void {
      // The original value, because the library has removed unknown scopes.
      const scopes = String(query.scope ?? '').split(' ');
      if (scopes[0] === '') throw new errors.InvalidScope('scope is required.', '');
      for (const scope of scopes)
        if (!isScope(scope)) throw new errors.InvalidScope(`There is no scope ${scope}.`, scope);
    },
    [MAX_AGE]({ oidc }: KoaContextWithOIDC): void {
      const given = oidc.params![MAX_AGE];
      if (given !== undefined && !/^\d{1,9}$/.test(String(given)))
        throw new errors.InvalidRequest('max_age must be a number of seconds.');
    },
    state({ oidc }: KoaContextWithOIDC): void {
      for (const [name, value] of Object.entries(oidc.params!)) {
        if (typeof value !== 'string') continue;
        const limit = name === 'state' ? MAX_STATE : MAX_PARAMETER;
        if (value.length > limit) throw new errors.InvalidRequest(`${name} must have at most ${limit} characters.`);
        // PostgreSQL cannot store these.
        if (value.includes('\0') || !value.isWellFormed())
          throw new errors.InvalidRequest(`${name} must not contain NUL or lone surrogates.`);
      }
    },
  };
}
