import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import {
  consume,
  currentContext,
  Database,
  deferred,
  networkOf,
  RateLimits,
  Reply,
  t,
  translated,
} from '../../platform/index.js';
import type { IdentityProvider } from '../identity-providers/identity-provider.entity.js';
import { IdentityProviders } from '../identity-providers/identity-providers.service.js';
import { ProviderClient, ProviderRefusal } from '../identity-providers/provider-client.js';
import type { Proof } from '../pages/browser-session.js';
import { html } from '../pages/layout.js';
import { Pages } from '../pages/pages.js';
import { PublicPage } from '../pages/public-page.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccessSettingsService } from '../settings/settings.service.js';
import { Entrance } from '../sign-in/entrance.js';
import { Failures } from '../sign-in/failures.js';
import { localPath } from '../sign-in/return-to.js';
import { methodsIn, proofTimeIn, sessionIn } from './claims.js';
import { Identities } from './identities.service.js';
import { Refusals } from './refusals.js';

const WAY = 'sign-in provider';
const USED = deferred('this answer of it has been used. Start again');
const EXPIRED = deferred('this sign-in has expired, or began in another browser. Start again');

/** Requests of browsers, and failed logouts of a provider, per IP address and minute. */
const MAX_PER_ADDRESS = 60;

const DAY_SECONDS = 86_400;

/** State of a provider sign-in: sent as `state`, encrypted and bound to the browser. */
interface Way {
  provider: string;
  nonce: string;
  verifier: string;
  returnTo: string | null;
  /** Re-authentication was requested. */
  again: boolean;
}

/** Signing in at the identity provider of a company (OpenID Connect, D-SIGN-1). */
@Controller('sign-in/providers/:id')
export class ProviderSignInController {
  readonly #requests: RateLimiterAbstract;
  readonly #failedLogouts: Failures;

  constructor(
    private readonly pages: Pages,
    private readonly providers: IdentityProviders,
    private readonly client: ProviderClient,
    private readonly identities: Identities,
    private readonly entrance: Entrance,
    private readonly sessions: SessionsService,
    private readonly settings: AccessSettingsService,
    private readonly refusals: Refusals,
    private readonly database: Database,
    limits: RateLimits,
  ) {
    this.#requests = limits.limiter('sign-in-provider', MAX_PER_ADDRESS, 60);
    this.#failedLogouts = new Failures(limits.limiter('provider-logout', MAX_PER_ADDRESS, 60));
  }

  /** `return_to`: path to continue to; `login_hint`: address of the user. */
  @Get()
  @PublicPage('Users leave for their identity provider here.')
  async start(
    @Param('id') id: string,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    await this.#count();
    const provider = await this.providers.enter(id);
    if (!provider) return this.#unknown();
    this.pages.csrfField(request, response);
    const [nonce, verifier] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64url'));
    const again = query.prompt === 'login';
    const way: Way = { provider: id, nonce: nonce!, verifier: verifier!, returnTo: localPath(query.return_to), again };
    const state = this.pages.seal(WAY, way, request);
    const hint = typeof query.login_hint === 'string' ? query.login_hint.slice(0, 254) : '';
    try {
      const to = await this.client.authorizationUrl(
        provider,
        { state, nonce: nonce!, verifier: verifier! },
        { ...(hint && { login_hint: hint }), ...(again && { prompt: 'login' }), max_age: await this.#maxAge(again) },
      );
      return this.pages.redirect(to);
    } catch (error) {
      return this.#refuse(provider, error, { named: false });
    }
  }

  @Get('callback')
  @PublicPage('Users come back from their identity provider here; `state` binds the answer to their browser.')
  async callback(
    @Param('id') id: string,
    @Query('state') state: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    await this.#count();
    const provider = await this.providers.enter(id);
    if (!provider) return this.#unknown();
    let named = false;
    try {
      const way = this.pages.open<Way>(WAY, typeof state === 'string' ? state : null, request);
      if (way?.provider !== id) throw new ProviderRefusal(EXPIRED);
      const [, search = ''] = request.originalUrl.split(/(\?.*)/s, 2);
      const claims = await this.client.redeem(provider, search, { ...way, state: String(state) });
      named = true;
      // Whatever the provider would take twice.
      if (!(await this.identities.useOnce(`answer ${way.nonce}`))) throw new ProviderRefusal(USED);
      const user = await this.identities.resolve(provider, claims);
      await this.identities.syncGroups(provider, user, claims);
      const proof: Proof = {
        method: 'sso',
        amr: methodsIn(claims),
        // Without a time, the proof is new only if this sign-in asked for one.
        at: proofTimeIn(claims) ?? (way.again ? undefined : null),
        provider: { id, session: sessionIn(claims) },
      };
      const who = { workspace_id: user.workspace_id, id: user.id, stamp: null };
      const reply = await this.entrance.proceed(request, response, { who, proof, returnTo: way.returnTo });
      if (!reply) throw new ProviderRefusal(deferred('your account is not active'));
      return reply;
    } catch (error) {
      return this.#refuse(provider, error, { named });
    }
  }

  @Post('backchannel-logout')
  @PublicPage('An identity provider ends sessions here; it signs the logout token.', { form: true })
  async logout(@Param('id') id: string, @Body() form: URLSearchParams): Promise<Reply> {
    const provider = await this.providers.enter(id);
    const answer = (status: number, body: object) =>
      new Reply(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, JSON.stringify(body));
    let problem: string | undefined;
    // Only failures count, because a provider may end the sessions of everybody at once.
    const done = await this.#failedLogouts.attempt(`${networkOf(currentContext().ip)} ${provider?.id}`, async () => {
      try {
        return provider && (await this.#logOut(provider, form.get('logout_token') ?? ''));
      } catch (error) {
        if (!(error instanceof ProviderRefusal)) throw error;
        problem = error.message;
        return null;
      }
    });
    if (done) return answer(200, {});
    return answer(provider ? 400 : 404, { error: 'invalid_request', error_description: problem });
  }

  /** Ends the sessions that a logout token names, once. */
  async #logOut(provider: IdentityProvider, token: string): Promise<true> {
    const { at, id, ...which } = await this.client.readLogoutToken(provider, token);
    const before = new Date((at + 1) * 1_000).toISOString();
    currentContext().actor = { type: 'system', id: null, email: null };
    await this.database.transaction(async () => {
      if (!(await this.identities.useOnce(`logout ${provider.id} ${id}`)))
        throw new ProviderRefusal('the logout token has been used');
      await this.sessions.endAtProvider(provider, { ...which, before });
    });
    return true;
  }

  /** Maximum age of the proof at the provider in seconds: no older than a session here can be. */
  async #maxAge(again: boolean): Promise<string> {
    if (again) return '0';
    return String((await this.settings.current()).session_max_days * DAY_SECONDS);
  }

  #count(): Promise<void> {
    return consume(this.#requests, networkOf(currentContext().ip));
  }

  #unknown(): Reply {
    return this.pages.goTo('/sign-in');
  }

  /** Shows the reason, and records it in the audit trail of the workspace. `named`: the provider has named a person. */
  async #refuse(provider: IdentityProvider, error: unknown, { named }: { named: boolean }): Promise<Reply> {
    if (!(error instanceof ProviderRefusal)) throw error;
    const { workspace_id, name } = provider;
    if (named) await this.refusals.record(provider, error.message);
    else this.refusals.count(provider, error.message);
    const title = t('You are not signed in');
    const reason = translated(error.message);
    const body = html`<h1>${title}</h1>
      <p role="alert">${t('{provider} did not sign you in: {reason}.', { provider: name, reason })}</p>
      <p class="links"><a href="${this.pages.root}/sign-in?workspace=${workspace_id}">${t('Back to sign-in')}</a></p>`;
    return this.pages.page({ title, status: 403, body });
  }
}
