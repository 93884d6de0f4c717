import type { Request } from 'express';
import type Keygrip from 'keygrip';
import { generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import type { Configuration, errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { hashOf, SCOPES, type Secrets } from '../../platform/index.js';
import type { BrowserSessions } from '../pages/browser-session.js';
import { consentPolicy, parameterChecks, type SignedIn } from './consent.policy.js';
import type { Grants } from './grants.js';
import type { OAuthAdapters } from './oauth.adapters.js';
import type { Redemptions } from './redemptions.js';
import { resourcesOf } from './resources.js';

type Library = typeof import('oidc-provider');

/** An error of the library, or of our code inside it. */
export type Refusal = errors.OIDCProviderError;

/** Seconds. */
const CODE_LIFETIME = 60;
const INTERACTION_LIFETIME = 3_600;

/** Our services that the library uses. */
interface ProviderParts {
  issuer: string;
  /** The path of the issuer, without a slash at its end. */
  root: string;
  /** Whether browsers reach it by HTTPS. */
  secure: boolean;
  secrets: Secrets;
  adapters: OAuthAdapters;
  grants: Grants;
  redemptions: Redemptions;
  browsers: BrowserSessions;
  /** Renders an error that cannot be redirected to the client. */
  renderError: (ctx: KoaContextWithOIDC, refusal: Refusal) => Promise<void>;
}

/** Loads and configures `oidc-provider`: OAuth 2.0 with PKCE only. */
export async function makeProvider(parts: ProviderParts): Promise<Provider> {
  const [library, { default: Keygrip }] = await Promise.all([import('oidc-provider'), import('keygrip')]);
  const provider = new library.Provider(parts.issuer, configuration(library, Keygrip, parts));
  provider.proxy = true;
  join(provider, parts);
  return provider;
}

function configuration(
  library: Library,
  Keys: typeof Keygrip,
  { adapters, grants, redemptions, secrets, issuer, root, secure, renderError }: ProviderParts,
): Configuration {
  // Required by the library, although ID tokens cannot be requested.
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const off = { enabled: false };
  const resources = resourcesOf(issuer);
  const prefix = secure ? '__Secure-' : '';
  return {
    adapter: (model: string) => adapters.of(model),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    routes: { authorization: '/oauth/authorize', token: '/oauth/token', revocation: '/oauth/revoke' },
    scopes: Object.keys(SCOPES),
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
    },
    extraClientMetadata: { properties: ['workspace_id'] },
    extraParams: parameterChecks(library),
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clockTolerance: 0,
    ttl: {
      AccessToken: () => redemptions.accessTokenLifetime,
      AuthorizationCode: CODE_LIFETIME,
      RefreshToken: () => redemptions.secondsLeft,
      Interaction: INTERACTION_LIFETIME,
      // Never stored.
      Grant: CODE_LIFETIME,
      Session: CODE_LIFETIME,
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    revokeGrantPolicy: ({ oidc }) => !(oidc.route === 'revocation' && oidc.entities.AccessToken),
    loadExistingGrant: ({ oidc }) => {
      const id = oidc.result?.consent?.grantId;
      return id === undefined ? undefined : oidc.provider.Grant.find(id);
    },
    // Whether the user is active is checked when session or grant are loaded.
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: {
      policy: consentPolicy(library, grants),
      url: (_ctx, { uid }) => `${root}/oauth/interactions/${uid}`,
    },
    cookies: {
      // Default of Keygrip is SHA-1.
      keys: new Keys(
        secrets.deriveAll('oauth-cookies').map((key) => key.toString('base64url')),
        'sha256',
      ),
      // Their paths are narrower than __Host- allows.
      names: { interaction: `${prefix}oauth_interaction`, resume: `${prefix}oauth_resume` },
    },
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' &&
      client.redirectUris!.some((uri) => /^https?:/.test(uri) && new URL(uri).origin === origin),
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      resourceIndicators: {
        enabled: true,
        // Default: no audience restriction. The library rejects several resources.
        defaultResource: (_ctx, _client, several) => several as never,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (!resources.has(resource))
            throw new library.errors.InvalidTarget('resource must be the address of this server, its /v1 or its /mcp.');
          return { scope: Object.keys(SCOPES).join(' '), audience: resource, accessTokenFormat: 'opaque' };
        },
      },
      rpInitiatedLogout: off,
      userinfo: off,
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    },
    renderError: (ctx, _out, error) => renderError(ctx, error as Refusal),
  };
}

/** Patches behaviour that has no setting. */
function join(provider: Provider, { browsers, grants }: ProviderParts): void {
  const { Client, AccessToken, RefreshToken, Session, OIDCContext } = provider as unknown as Record<string, any>;
  // URLs use the configured base URL, not the Host header.
  OIDCContext.prototype.urlFor = (name: string, options: object) => provider.urlFor(name, options as never);
  // Redirect URIs are validated at registration; the library would reject private schemes.
  Client.Schema.prototype.redirectUris = () => undefined;
  // Compares hashes, including the previous secret during its grace period.
  Client.prototype.compareClientSecret = function (this: { clientSecret: string }, secret: string) {
    const hash = Buffer.from(hashOf(secret));
    return this.clientSecret.split(' ').some((known) => timingSafeEqual(Buffer.from(known), hash));
  };
  // Prefixes let secret scanners find leaked tokens, and distinguish tokens from API keys.
  for (const [Token, prefix] of [
    [AccessToken, 'wsa_'],
    [RefreshToken, 'wsr_'],
  ] as const) {
    const { generateTokenId } = Token.prototype;
    Token.prototype.generateTokenId = function () {
      return prefix + generateTokenId.call(this);
    };
  }
  // A read-only view of the browser session; changes by the library are discarded.
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
