import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import {
  addressAt,
  ApiError,
  asksForPage,
  AuditTrail,
  consume,
  currentContext,
  deferred,
  isFrozen,
  RateLimits,
  Secrets,
  Settings,
} from '../../platform/index.js';
import { BrowserSessions } from '../pages/browser-session.js';
import { Layout } from '../pages/layout.js';
import { CONSOLE } from './console-client.js';
import { MAX_AGE } from './consent.policy.js';
import { Grants } from './grants.js';
import { OAuthAdapters } from './oauth.adapters.js';
import { type OAuthError, OAuthErrors } from './oauth.errors.js';
import { makeProvider, type Refusal } from './provider.js';
import { Redemptions } from './redemptions.js';

type Handler = (request: Request, response: Response) => Promise<void>;

/** Parameters of OpenID Connect, which an OAuth 2.0 server must ignore. */
const IGNORED_PARAMETERS = [
  'acr_values',
  'claims',
  'claims_locales',
  'display',
  'id_token_hint',
  'nonce',
  'ui_locales',
];

/**
 * Refreshes per grant and minute. Codes are not counted, because people reload the console, whose grant is their session. To
 * ask for a code takes from the budget of the address.
 */
const MAX_REFRESHES_PER_MINUTE = 30;

/** OAuth 2.0 authorization server: the library `oidc-provider` with our clients, sessions and pages. Loaded lazily. */
@Injectable()
export class AuthorizationServer {
  readonly #logger = new Logger('OAuth');
  #provider?: Promise<Provider>;
  #handler?: Handler;
  readonly #refreshes: RateLimiterAbstract;
  /** Whether the public URL is HTTPS. */
  readonly #secure: boolean;

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
    limits: RateLimits,
  ) {
    this.#secure = settings.APP_ENV === 'production' || settings.BASE_URL.startsWith('https:');
    this.#refreshes = limits.limiter('oauth-grant', MAX_REFRESHES_PER_MINUTE, 60);
  }

  get provider(): Promise<Provider> {
    return (this.#provider ??= this.#make());
  }

  /** Passes a request to the library. The body is already read, because the library would wait for it forever. */
  async handle(request: Request, response: Response): Promise<void> {
    const provider = await this.provider;
    this.#handler ??= provider.callback() as unknown as Handler;
    this.#trim(request);
    await this.#handler(request, response);
  }

  /** Normalises the request for the library. */
  #trim(request: Request): void {
    // Cookies are Secure depending on the public URL, not on the connection from the proxy.
    request.headers['x-forwarded-proto'] = this.#secure ? 'https' : 'http';
    // In canonical form.
    const path = currentContext().route!.path.replace(':uid', encodeURIComponent(String(request.params.uid)));
    if (request.method === 'POST') {
      request.headers.accept = 'application/json';
      // Parameters are in the body.
      request.url = path;
      return;
    }
    const [, search] = request.url.split(/\?(.*)/s, 2);
    const query = new URLSearchParams(search);
    for (const name of IGNORED_PARAMETERS) query.delete(name);
    for (const value of query.getAll('max_age')) query.append(MAX_AGE, value);
    query.delete('max_age');
    // For the console, signing in again was handled before (`signInFirst`).
    if (query.get('client_id') === CONSOLE && query.get('prompt') !== 'none') query.delete('prompt');
    // Unknown values, because the library would use any mode it knows for errors, and it knows more than are offered.
    if (query.has('response_mode') && query.get('response_mode') !== 'query') query.set('response_mode', 'unsupported');
    request.url = `${path}?${query}`;
  }

  async #make(): Promise<Provider> {
    const { adapters, browsers, grants, redemptions, secrets } = this;
    const provider = await makeProvider({
      issuer: this.settings.BASE_URL,
      root: this.layout.root,
      secure: this.#secure,
      secrets,
      adapters,
      grants,
      redemptions,
      browsers,
      renderError: (ctx, refusal) => this.#renderError(ctx, refusal),
    });
    provider.use((ctx, next) => this.#around(ctx as KoaContextWithOIDC, next));
    for (const event of ['grant.error', 'revocation.error', 'authorization.error', 'server_error']) {
      (provider as EventEmitter).on(event, (ctx, refusal) => (ctx.state.refusal = refusal));
    }
    return provider;
  }

  /** Middleware around the library's handling of a request. */
  async #around(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    // The library reads the body again.
    if (ctx.method === 'POST') ctx.req = Readable.from([(ctx.req as Request).body]) as IncomingMessage;
    try {
      if (ctx.path === '/oauth/token') await this.#redeem(ctx, next);
      else await next();
      // Here the library would render a page whose script ends the session of the current user.
      if (ctx.path.startsWith('/oauth/authorize/') && ctx.status === 200) await this.#refuseAnother(ctx);
    } catch (error) {
      ctx.state.refusal = error;
      ctx.status = 500;
      ctx.body = { error: 'server_error' };
    }
    const { requestId } = currentContext();
    const { refusal } = ctx.state as { refusal?: Refusal };
    if (refusal) this.#report(refusal);
    // Equivalent for GET; 302 is what the standard shows.
    if (ctx.method === 'GET' && ctx.status === 303) ctx.status = 302;
    if (ctx.status < 400 || typeof ctx.body !== 'object') return;
    const out = ctx.body as OAuthError;
    if (out.error === 'unsupported_token_type') {
      // Something like a JWT is one more unknown token, whose revocation succeeds.
      ctx.status = 200;
      ctx.body = '';
      return;
    }
    ctx.status = statusOf(refusal) ?? ctx.status;
    if (ctx.status === 308) this.#lead(ctx, refusal, out);
    if (ctx.status === 503) ctx.set({ 'Retry-After': '1', ...(refusal instanceof ApiError && refusal.headers) });
    // The detail helps developers of the client and reveals nothing to an attacker.
    if (out.error === 'invalid_grant' && refusal?.error_detail) out.error_description = `${refusal.error_detail}.`;
    if (out.error === 'server_error' && ctx.status !== 308) Object.assign(out, serverError(ctx.status));
    const { error, error_description } = out;
    ctx.body = { error, error_description, request_id: requestId } satisfies OAuthError;
    ctx.set('Cache-Control', 'no-store');
    if (isFrozen(refusal)) return;
    await this.#note(ctx).catch((failure) =>
      this.#logger[isFrozen(failure) ? 'warn' : 'error'](failure, 'An attempt could not be noted.'),
    );
  }

  /** Rejects a consent by a user other than the one signed in now. */
  async #refuseAnother(ctx: KoaContextWithOIDC): Promise<void> {
    const { errors } = await import('oidc-provider');
    ctx.status = 400;
    await this.#renderError(
      ctx,
      new errors.SessionNotFound(deferred('Another user has signed in with this browser. Start again.')),
    );
  }

  /** Atomic exchange: nothing is redeemed or issued unless all of it succeeds. */
  async #redeem(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    const redemption = await this.redemptions.run(next);
    if (ctx.status !== 200 || !redemption.consumes) return;
    const { again, source } = redemption;
    if (source!.model === 'RefreshToken' && (await this.#refusesFurther(ctx, source!.session_id))) return;
    if (!again && (await this.redemptions.commit(redemption, ctx.body as object))) return;
    const answer = again ?? (await this.redemptions.answerOf(source!));
    if (answer) {
      ctx.body = answer;
      return;
    }
    await this.grants.end(source!.session_id, 'token_reused');
    ctx.status = 400;
    ctx.body = { error: 'invalid_grant', error_description: `${ctx.oidc.params!.grant_type} has already been used.` };
  }

  /** Rate-limits refreshes of one grant before anything is consumed, so that a retry succeeds a minute later. */
  async #refusesFurther(ctx: KoaContextWithOIDC, sessionId: string): Promise<boolean> {
    try {
      await consume(this.#refreshes, sessionId);
      return false;
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      ctx.status = refusal.status;
      ctx.set(refusal.headers);
      ctx.body = { error: 'temporarily_unavailable', error_description: refusal.message };
      return true;
    }
  }

  /** Error page for browsers, if the error cannot be redirected to the client. */
  async #renderError(ctx: KoaContextWithOIDC, refusal: Refusal): Promise<void> {
    const status = statusOf(refusal) ?? ctx.status;
    const reason =
      refusal.error === 'invalid_client' ? deferred('This app is not registered.') : refusal.error_description;
    const known = { error: refusal.error, error_description: reason };
    const out = { ...(refusal.expose ? known : serverError(status)), request_id: currentContext().requestId };
    ctx.status = status;
    if (status === 308) this.#lead(ctx, refusal, out);
    if (!asksForPage(ctx.req as Request)) {
      ctx.body = out;
      return;
    }
    const page = this.errors.page(status, out);
    ctx.set(page.headers);
    ctx.vary('Accept-Language');
    ctx.body = page.body;
  }

  /** Leads to where the workspace has moved. */
  #lead(ctx: KoaContextWithOIDC, refusal: unknown, out: OAuthError): void {
    const { headers, message } = refusal as ApiError;
    ctx.set('Location', addressAt(headers.Location!, ctx.originalUrl));
    Object.assign(out, { error: 'temporarily_unavailable', error_description: message });
  }

  #report(refusal: Refusal): void {
    if (isFrozen(refusal)) this.#logger.warn({ request_id: currentContext().requestId }, refusal.message);
    else if (!refusal.expose)
      this.#logger.error({ request_id: currentContext().requestId, err: refusal }, refusal.message);
  }

  /** Records a failed attempt of a known client in the audit trail. */
  async #note(ctx: KoaContextWithOIDC): Promise<void> {
    const { actor, workspaceId } = currentContext();
    if (actor.type !== 'oauth_client' || actor.id === null || !workspaceId) return;
    await this.audit.note({
      action: `access.oauth_client.${ctx.path === '/oauth/token' ? 'token_issued' : 'token_revoked'}`,
      resource_type: 'access.oauth_client',
      resource_id: actor.id,
      outcome: ctx.status === 401 ? 'denied' : 'failure',
      changes: null,
    });
  }
}

/** Status of one of our errors thrown inside the library, such as 503. */
const statusOf = (refusal: unknown) => (refusal instanceof ApiError ? refusal.status : undefined);

const serverError = (status: number) =>
  status === 503
    ? { error: 'temporarily_unavailable', error_description: 'The service is not available. Try again in a moment.' }
    : { error: 'server_error', error_description: 'Internal error.' };
