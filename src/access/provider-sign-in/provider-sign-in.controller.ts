import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { AuditTrail, consume, currentContext, Database, networkOf, RateLimits, Reply } from '../../platform/index.js';
import type { IdentityProvider } from '../identity-providers/identity-provider.entity.js';
import { IdentityProviders } from '../identity-providers/identity-providers.service.js';
import { ProviderClient, ProviderRefusal } from '../identity-providers/provider-client.js';
import type { Proof } from '../pages/browser-session.js';
import { Csrf } from '../pages/csrf.js';
import { html, Layout } from '../pages/layout.js';
import { PublicPage } from '../pages/public-page.js';
import { Tickets } from '../pages/tickets.js';
import { sessions } from '../sessions/session.resource.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { Entrance } from '../sign-in/entrance.js';
import { localPath } from '../sign-in/return-to.js';
import { Identities } from './identities.service.js';

const WAY = 'sign-in provider';
const EXPIRED = 'this sign-in has expired, or began in another browser. Start again';

/** Requests per IP address and minute. */
const MAX_PER_ADDRESS = 60;

/** State of a provider sign-in: sent as `state`, encrypted and bound to the browser. */
interface Way {
  provider: string;
  nonce: string;
  verifier: string;
  returnTo: string | null;
}

/** Signing in at the identity provider of a company (OpenID Connect, D-SIGN-1). */
@Controller('sign-in/providers/:id')
export class ProviderSignInController {
  readonly #requests: RateLimiterAbstract;

  constructor(
    private readonly layout: Layout,
    private readonly csrf: Csrf,
    private readonly tickets: Tickets,
    private readonly providers: IdentityProviders,
    private readonly client: ProviderClient,
    private readonly identities: Identities,
    private readonly entrance: Entrance,
    private readonly sessions: SessionsService,
    private readonly audit: AuditTrail,
    private readonly database: Database,
    limits: RateLimits,
  ) {
    this.#requests = limits.limiter('sign-in-provider', MAX_PER_ADDRESS, 60);
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
    this.csrf.field(request, response);
    const [nonce, verifier] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64url'));
    const way: Way = { provider: id, nonce: nonce!, verifier: verifier!, returnTo: localPath(query.return_to) };
    const state = this.tickets.seal(WAY, way, request);
    const hint = typeof query.login_hint === 'string' ? query.login_hint.slice(0, 254) : '';
    try {
      const to = await this.client.authorizationUrl(
        provider,
        { state, nonce: nonce!, verifier: verifier! },
        { ...(hint && { login_hint: hint }), ...(query.prompt === 'login' && { prompt: 'login' }) },
      );
      return this.layout.redirect(to);
    } catch (error) {
      return this.#refuse(provider, error);
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
    try {
      const way = this.tickets.open<Way>(WAY, typeof state === 'string' ? state : null, request);
      if (way?.provider !== id) throw new ProviderRefusal(EXPIRED);
      const [, search = ''] = request.originalUrl.split(/(\?.*)/s, 2);
      const claims = await this.client.redeem(provider, search, { ...way, state: String(state) });
      const user = await this.identities.resolve(provider, claims);
      await this.identities.syncGroups(provider, user, claims);
      const proof: Proof = {
        method: 'sso',
        amr: amrIn(claims.amr),
        at: proofTimeIn(claims.auth_time),
        provider: { id, session: typeof claims.sid === 'string' ? claims.sid.slice(0, 255) : null },
      };
      const who = { workspace_id: user.workspace_id, id: user.id, stamp: null };
      const reply = await this.entrance.proceed(request, response, { who, proof, returnTo: way.returnTo });
      if (!reply) throw new ProviderRefusal('your account is not active');
      return reply;
    } catch (error) {
      return this.#refuse(provider, error);
    }
  }

  @Post('backchannel-logout')
  @PublicPage('An identity provider ends sessions here; it signs the logout token.', { form: true })
  async logout(@Param('id') id: string, @Body() form: URLSearchParams): Promise<Reply> {
    await this.#count();
    const provider = await this.providers.enter(id);
    const answer = (status: number, body: object) =>
      new Reply(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, JSON.stringify(body));
    if (!provider) return answer(404, { error: 'invalid_request' });
    try {
      const { at, ...which } = await this.client.readLogoutToken(provider, form.get('logout_token') ?? '');
      const before = new Date((at + 1) * 1_000).toISOString();
      currentContext().actor = { type: 'system', id: null, email: null };
      await this.database.transaction(() => this.sessions.endAtProvider(id, { ...which, before }));
      return answer(200, {});
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      return answer(400, { error: 'invalid_request', error_description: error.message });
    }
  }

  #count(): Promise<void> {
    return consume(this.#requests, networkOf(currentContext().ip));
  }

  #unknown(): Reply {
    return this.layout.redirect(`${this.layout.root}/sign-in`);
  }

  /** Shows the reason, and records it in the audit trail of the workspace. */
  async #refuse({ workspace_id, id, name }: IdentityProvider, error: unknown): Promise<Reply> {
    if (!(error instanceof ProviderRefusal)) throw error;
    const context = currentContext();
    context.workspaceId = workspace_id;
    context.actor = { type: 'public', id: null, email: null };
    await this.audit.note({
      action: `${sessions.type}.created`,
      resource_type: sessions.type,
      resource_id: null,
      outcome: 'failure',
      changes: { provider_id: { from: null, to: id }, reason: { from: null, to: error.message } },
    });
    const body = html`<h1>You are not signed in</h1>
      <p role="alert">${name} did not sign you in: ${error.message}.</p>
      <p class="links"><a href="${this.layout.root}/sign-in?workspace=${workspace_id}">Back to sign-in</a></p>`;
    return this.layout.page({ title: 'You are not signed in', status: 403, body });
  }
}

/** Time of authentication at the provider (ISO 8601), if plausible. */
const proofTimeIn = (authTime: unknown): string | undefined =>
  typeof authTime === 'number' && authTime > 0 && authTime < 1e11
    ? new Date(authTime * 1_000).toISOString()
    : undefined;

/** Authentication methods of the provider, truncated for storage. */
const amrIn = (amr: unknown): string[] =>
  [amr ?? []]
    .flat()
    .filter((method): method is string => typeof method === 'string' && method.length <= 20)
    .slice(0, 10);
