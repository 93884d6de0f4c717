import type { Request } from 'express';
import { timingSafeEqual } from 'node:crypto';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { hashOf } from '../../platform/index.js';
import type { BrowserSessions } from '../pages/browser-session.js';
import type { SignedIn } from './consent.policy.js';
import type { Grants } from './grants.js';

/** Classes of the library that have no types. */
type Internals = Record<'Client' | 'AccessToken' | 'RefreshToken' | 'Session' | 'OIDCContext', any>;

/** Our services that the patches use. */
interface PatchParts {
  browsers: Pick<BrowserSessions, 'current' | 'proofAge'>;
  grants: Pick<Grants, 'rolesOf'>;
}

/**
 * Patches behaviour of `oidc-provider` that has no setting. All six patches are here; `library-patches.spec.ts` has a test for each
 * that fails when the library no longer calls what is patched.
 */
export function patchLibrary(provider: Provider, parts: PatchParts): void {
  const internals = provider as unknown as Internals;
  useConfiguredAddress(provider, internals);
  acceptAnyRedirectUri(internals);
  compareHashedSecrets(internals);
  prefixTokens(internals.AccessToken, 'wsa_');
  prefixTokens(internals.RefreshToken, 'wsr_');
  useBrowserSession(internals, parts);
}

/** URLs begin with the configured address, not with the Host header. */
function useConfiguredAddress(provider: Provider, { OIDCContext }: Internals): void {
  OIDCContext.prototype.urlFor = (name: string, options: object) => provider.urlFor(name, options as never);
}

/** Redirect URIs are validated at registration; the library would reject private schemes. */
function acceptAnyRedirectUri({ Client }: Internals): void {
  Client.Schema.prototype.redirectUris = () => undefined;
}

/** Client secrets are stored as hashes, separated by a space: the current one, and the previous one in its grace period. */
function compareHashedSecrets({ Client }: Internals): void {
  Client.prototype.compareClientSecret = function (this: { clientSecret: string }, secret: string) {
    const hash = Buffer.from(hashOf(secret));
    return this.clientSecret.split(' ').some((known) => timingSafeEqual(Buffer.from(known), hash));
  };
}

/** Prefixes let secret scanners find leaked tokens, and distinguish tokens from API keys. */
function prefixTokens(Token: any, prefix: string): void {
  const { generateTokenId } = Token.prototype;
  Token.prototype.generateTokenId = function () {
    return prefix + generateTokenId.call(this);
  };
}

/** The library sees the session of the browser read-only; its changes are discarded. */
function useBrowserSession({ Session }: Internals, { browsers, grants }: PatchParts): void {
  Session.get = async (ctx: KoaContextWithOIDC) => {
    const current = await browsers.current(ctx.req as Request);
    const id = current?.session.id;
    const session = new Session(current ? { uid: id, jti: id, accountId: current.user.id } : undefined);
    if (current) {
      ctx.state.signedIn = {
        user_id: current.user.id,
        workspace_id: current.user.workspace_id,
        effective_roles: await grants.rolesOf(current.user),
        session: current.session,
        proof_age: browsers.proofAge(current.session),
      } satisfies SignedIn;
    }
    Object.defineProperty(session, 'destroyed', { value: true });
    ctx.oidc.entity('Session', session);
    return session;
  };
}
