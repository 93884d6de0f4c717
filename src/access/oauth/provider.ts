import type Keygrip from 'keygrip';
import { generateKeyPairSync } from 'node:crypto';
import type { Configuration, errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { allScopes, type Secrets } from '../../platform/index.js';
import type { BrowserSessions } from '../pages/browser-session.js';
import { consentPolicy, parameterChecks } from './consent.policy.js';
import type { Grants } from './grants.js';
import { patchLibrary } from './library-patches.js';
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
  patchLibrary(provider, parts);
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
    scopes: allScopes(),
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
          return { scope: allScopes().join(' '), audience: resource, accessTokenFormat: 'opaque' };
        },
      },
      rpInitiatedLogout: off,
      userinfo: off,
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    },
    renderError: (ctx, _out, error) => renderError(ctx, error as Refusal),
  };
}
