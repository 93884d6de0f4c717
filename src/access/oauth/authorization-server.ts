import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Configuration, errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { AuditTrail } from '../../platform/audit/audit-trail.js';
import { Settings } from '../../platform/config/settings.js';
import { currentContext } from '../../platform/context/request-context.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { SCOPES } from '../../platform/security/credential.js';
import { Secrets } from '../../platform/security/secrets.js';
import { BrowserSessions } from '../pages/browser-session.js';
import { Layout } from '../pages/layout.js';
import { hashOf } from './access-tokens.js';
import { consentPolicy, parameterChecks, type SignedIn } from './consent.policy.js';
import { Grants } from './grants.js';
import { OAuthAdapters } from './oauth.adapters.js';
import { type OAuthError, OAuthErrors } from './oauth.errors.js';
import { Redemptions } from './redemptions.js';

type Library = typeof import('oidc-provider');
type Handler = (request: Request, response: Response) => Promise<void>;
type Refusal = errors.OIDCProviderError;

/** Seconds. */
const CODE_LIFETIME = 60;
const INTERACTION_LIFETIME = 3_600;

/** Parameters of OpenID Connect that say nothing to an OAuth 2.0 server, which has to ignore what it does not know. */
const NOT_OURS = ['acr_values', 'claims', 'claims_locales', 'display', 'id_token_hint', 'nonce', 'ui_locales'];

/**
 * The OAuth 2.0 authorization server: the library `oidc-provider`, joined to our clients, sessions and pages. It is
 * loaded with the first request that needs it.
 */
@Injectable()
export class AuthorizationServer {
  readonly #logger = new Logger('OAuth');
  #provider?: Promise<Provider>;
  #handler?: Handler;

  constructor(
    private readonly settings: Settings,
    private readonly secrets: Secrets,
    private readonly adapters: OAuthAdapters,
    private readonly grants: Grants,
    private readonly redemptions: Redemptions,
    private readonly browsers: BrowserSessions,
    private readonly layout: Layout,
    private readonly errors: OAuthErrors,
    private readonly audit: AuditTrail,
  ) {}

  get provider(): Promise<Provider> {
    return (this.#provider ??= this.#make());
  }

  /** Answers a request to one of the library's endpoints. */
  async handle(request: Request, response: Response): Promise<void> {
    const provider = await this.provider;
    this.#handler ??= provider.callback() as unknown as Handler;
    this.#trim(request);
    await this.#handler(request, response);
  }

  /** Leaves of a request what the library is to see. */
  #trim(request: Request): void {
    const { APP_ENV, BASE_URL } = this.settings;
    const secure = APP_ENV === 'production' || BASE_URL.startsWith('https:');
    // Whether cookies are Secure depends on our address, not on the last leg of the way to us.
    request.headers['x-forwarded-proto'] = secure ? 'https' : 'http';
    if (request.method === 'POST') {
      request.headers.accept = 'application/json';
      // However it was written; parameters are in the body.
      request.url = currentContext().route!.path;
      return;
    }
    const [path, search] = request.url.split(/\?(.*)/s, 2) as [string, string | undefined];
    const query = new URLSearchParams(search);
    for (const name of NOT_OURS) query.delete(name);
    // An error is answered in whatever mode the library knows, and it knows more than are offered.
    if (query.has('response_mode') && query.get('response_mode') !== 'query') query.set('response_mode', 'unsupported');
    if (search !== undefined) request.url = `${path}?${query}`;
  }

  async #make(): Promise<Provider> {
    const library = await import('oidc-provider');
    const provider = new library.Provider(this.settings.BASE_URL, this.#configuration(library));
    provider.proxy = true;
    this.#join(provider);
    provider.use((ctx, next) => this.#around(ctx as KoaContextWithOIDC, next));
    for (const event of ['grant.error', 'revocation.error', 'authorization.error', 'server_error']) {
      (provider as EventEmitter).on(event, (ctx, refusal) => (ctx.state.refusal = refusal));
    }
    return provider;
  }

  #configuration(library: Library): Configuration {
    // For the ID tokens that nobody can ask for; the library insists.
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { redemptions } = this;
    const off = { enabled: false };
    return {
      adapter: (model: string) => this.adapters.of(model),
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
        // Never kept.
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
      // Whether the user is active is part of whether his session or grant is found.
      findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
      interactions: {
        policy: consentPolicy(library, this.grants),
        url: (_ctx, { uid }) => `${this.layout.root}/oauth/interactions/${uid}`,
      },
      cookies: {
        keys: [this.secrets.derive('oauth-cookies').toString('base64url')],
        names: { interaction: 'oauth_interaction', resume: 'oauth_resume' },
      },
      clientBasedCORS: (_ctx, origin, client) =>
        client.clientAuthMethod === 'none' &&
        client.redirectUris!.some((uri) => /^https?:/.test(uri) && new URL(uri).origin === origin),
      features: {
        devInteractions: off,
        dPoP: off,
        pushedAuthorizationRequests: off,
        rpInitiatedLogout: off,
        userinfo: off,
        revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      },
      renderError: (ctx, _out, error) => this.#renderError(ctx, error as Refusal),
    };
  }

  /** What the library has no setting for. */
  #join(provider: Provider): void {
    const { Client, AccessToken, RefreshToken, Session, OIDCContext } = provider as unknown as Record<string, any>;
    // Links begin with our own address, whatever the request's Host says.
    OIDCContext.prototype.urlFor = (name: string, options: object) => provider.urlFor(name, options as never);
    // Redirect URIs are checked when a client is registered. They match letter by letter.
    Client.Schema.prototype.redirectUris = () => undefined;
    Client.prototype.redirectUriAllowed = function (this: { redirectUris: string[] }, uri: string) {
      return this.redirectUris.includes(uri);
    };
    // Only the hash of a secret is known.
    Client.prototype.compareClientSecret = function (this: { clientSecret: string }, secret: string) {
      return timingSafeEqual(Buffer.from(this.clientSecret), Buffer.from(hashOf(secret)));
    };
    // A prefix lets scanners find tokens that leaked, and no token look like an API key.
    for (const [Token, prefix] of [
      [AccessToken, 'wsa_'],
      [RefreshToken, 'wsr_'],
    ] as const) {
      const { generateTokenId } = Token.prototype;
      Token.prototype.generateTokenId = function () {
        return prefix + generateTokenId.call(this);
      };
    }
    // The session of the browser is the only one; what the library notes in this picture of it is not kept.
    Session.get = async (ctx: KoaContextWithOIDC) => {
      const current = await this.browsers.current(ctx.req as Request);
      const id = current?.session.id;
      const session = new Session(current ? { uid: id, jti: id, accountId: current.user.id } : undefined);
      if (current) {
        ctx.state.signedIn = {
          user_id: current.user.id,
          workspace_id: current.user.workspace_id,
          effective_roles: await this.grants.rolesOf(current.user),
        } satisfies SignedIn;
      }
      Object.defineProperty(session, 'destroyed', { value: true });
      ctx.oidc.entity('Session', session);
      return session;
    };
  }

  /** What goes around all that the library does with a request. */
  async #around(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    try {
      if (ctx.path === '/oauth/token') await this.#redeem(ctx, next);
      else await next();
    } catch (error) {
      ctx.state.refusal = error;
      ctx.status = 500;
      ctx.body = { error: 'server_error' };
    }
    const { requestId } = currentContext();
    const { refusal } = ctx.state as { refusal?: Refusal };
    if (refusal) this.#report(refusal);
    // Both mean the same after GET; the older one is what the standard shows.
    if (ctx.method === 'GET' && ctx.status === 303) ctx.status = 302;
    if (ctx.status < 400 || typeof ctx.body !== 'object') return;
    const out = ctx.body as OAuthError;
    if (out.error === 'unsupported_token_type') {
      // It looks like a JWT. To us that is one more unknown token, whose revocation succeeds.
      ctx.status = 200;
      ctx.body = '';
      return;
    }
    ctx.status = statusOf(refusal) ?? ctx.status;
    if (ctx.status === 503) ctx.set('Retry-After', '1');
    // What a client did wrong with a grant helps its maker and tells an attacker nothing.
    if (out.error === 'invalid_grant' && refusal?.error_detail) out.error_description = `${refusal.error_detail}.`;
    if (out.error === 'server_error') Object.assign(out, serverError(ctx.status));
    const { error, error_description } = out;
    ctx.body = { error, error_description, request_id: requestId } satisfies OAuthError;
    ctx.set('Cache-Control', 'no-store');
    await this.#note(ctx).catch((failure) => this.#logger.error(failure, 'An attempt could not be noted.'));
  }

  /** Nothing is redeemed and nothing issued unless all of it succeeds. */
  async #redeem(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    const redemption = await this.redemptions.run(next);
    if (ctx.status !== 200 || !redemption.consumes) return;
    if (await this.redemptions.commit(redemption)) return;
    await this.grants.end(redemption.source!.session_id, 'token_reused');
    ctx.status = 400;
    ctx.body = { error: 'invalid_grant', error_description: `${ctx.oidc.params!.grant_type} is used already.` };
  }

  /** A page for browsers, where there is no redirecting back to the client. */
  async #renderError(ctx: KoaContextWithOIDC, refusal: Refusal): Promise<void> {
    const status = statusOf(refusal) ?? ctx.status;
    const known = { error: refusal.error, error_description: refusal.error_description };
    const out = { ...(refusal.expose ? known : serverError(status)), request_id: currentContext().requestId };
    ctx.status = status;
    if (!this.errors.asksForPage(ctx.req as Request)) {
      ctx.body = out;
      return;
    }
    const page = this.errors.page(status, out);
    ctx.set(page.headers);
    ctx.type = 'html';
    ctx.body = page.body;
  }

  #report(refusal: Refusal): void {
    if (!refusal.expose) this.#logger.error({ request_id: currentContext().requestId, err: refusal }, refusal.message);
  }

  /** An attempt of a known client that came to nothing is in the audit trail. */
  async #note(ctx: KoaContextWithOIDC): Promise<void> {
    const { actor } = currentContext();
    if (actor.type !== 'oauth_client' || actor.id === null) return;
    await this.audit.note({
      action: `access.oauth_client.${ctx.path === '/oauth/token' ? 'token_issued' : 'token_revoked'}`,
      resource_type: 'access.oauth_client',
      resource_id: actor.id,
      outcome: ctx.status === 401 ? 'denied' : 'failure',
      changes: null,
    });
  }
}

/** The status of an error of our own that came up inside the library, such as 503 while PostgreSQL is away. */
const statusOf = (refusal: unknown) => (refusal instanceof ApiError ? refusal.status : undefined);

const serverError = (status: number) =>
  status === 503
    ? { error: 'temporarily_unavailable', error_description: 'The service is not available right now. Try again.' }
    : { error: 'server_error', error_description: 'Something went wrong on our side.' };
