import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock, Database, readForm, type Reply, Secrets } from '../../platform/index.js';
import { BrowserSessions, BY_PASSWORD } from '../pages/browser-session.js';
import { Csrf } from '../pages/csrf.js';
import { html, Layout } from '../pages/layout.js';
import { PublicPage } from '../pages/public-page.js';
import { localPath } from './return-to.js';
import { signInBody, workspacesBody } from './sign-in.pages.js';
import { type Proven, SignIn } from './sign-in.service.js';
import { Throttle } from './throttle.js';

/** One for all causes: nobody learns from it which addresses have an account. */
const WRONG = 'The e-mail address or the password is wrong.';

const NOTES = new Map([
  ['signed-out', 'You are signed out.'],
  ['password', 'Your new password is set. Sign in with it.'],
]);

/** Milliseconds for which a workspace can be chosen after the password was right. */
const TICKET_LIFETIME = 5 * 60_000;

interface Ticket extends Proven {
  browser: string;
  until: number;
}

@Controller()
export class SignInController {
  constructor(
    private readonly layout: Layout,
    private readonly csrf: Csrf,
    private readonly browsers: BrowserSessions,
    private readonly throttle: Throttle,
    private readonly signIn: SignIn,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * `return_to`: the path to go on to; `workspace`: the one to sign in to; `prompt=login`: ask even who is signed in;
   * `login_hint`: the address to begin with.
   */
  @Get('sign-in')
  @PublicPage('Users without a session sign in here.')
  async form(
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const workspace = typeof query.workspace === 'string' ? query.workspace : null;
    const current = query.prompt === 'login' ? null : await this.browsers.current(request);
    if (current && (workspace === null || workspace === current.user.workspace_id))
      return this.layout.redirect(this.#onward(query.return_to));
    const email = typeof query.login_hint === 'string' ? query.login_hint.slice(0, 254) : '';
    const form = { email, returnTo: localPath(query.return_to), workspace, note: NOTES.get(String(query.done)) };
    return this.layout.page({ title: 'Sign in', body: signInBody({ ...form, ...this.#frame(request, response) }) });
  }

  @Post('sign-in')
  @PublicPage('Users without a session sign in here; a CSRF token protects the form.')
  async submit(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<Reply> {
    const form = await readForm(request);
    this.csrf.check(request, form);
    const [email, password] = [form.get('email')?.trim() ?? '', form.get('password') ?? ''];
    const workspace = form.get('workspace') || null;
    const returnTo = localPath(form.get('return_to'));
    const found =
      email !== '' && password !== ''
        ? await this.throttle.attempt(email, () => this.signIn.check(email, password, workspace))
        : null;
    if (found?.length === 1) {
      const reply = await this.#enter(response, found[0]!, returnTo);
      if (reply) return reply;
    }
    const frame = this.#frame(request, response);
    if (found && found.length > 1) {
      const choices = found.map((candidate) => ({ candidate, ticket: this.#ticketFor(candidate, request) }));
      const body = workspacesBody({ ...frame, returnTo }, choices);
      return this.layout.page({ title: 'Choose a workspace', body });
    }
    const body = signInBody({ ...frame, email, returnTo, workspace, problem: WRONG });
    return this.layout.page({ title: 'Sign in', status: 401, body });
  }

  @Post('sign-in/workspace')
  @PublicPage('Users with several workspaces choose one after the password check.')
  async choose(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<Reply> {
    const form = await readForm(request);
    this.csrf.check(request, form);
    const ticket = this.#ticketOf(form, request);
    const reply = ticket && (await this.#enter(response, ticket, localPath(form.get('return_to'))));
    return reply ?? this.layout.redirect(`${this.layout.root}/sign-in`);
  }

  @Post('sign-out')
  @PublicPage('Users end the session of their browser; a CSRF token protects the form.')
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<Reply> {
    this.csrf.check(request, await readForm(request));
    await this.browsers.signOut(request, response);
    return this.layout.redirect(`${this.layout.root}/sign-in?done=signed-out`);
  }

  /** Null where they may not sign in any more. */
  async #enter(response: Response, who: Proven, returnTo: string | null) {
    const entered = await this.database.transaction(async () => {
      const user = await this.signIn.lock(who);
      return user && this.browsers.signIn(response, user, BY_PASSWORD);
    });
    return entered && this.#goOn(this.#onward(returnTo));
  }

  /**
   * To the authorization server the browser goes by a page of its own: that may send it on to a client at once, and
   * browsers would hold the whole way against the form of the sign-in page, which leads to no other host.
   */
  #goOn(to: string): Reply {
    if (!to.startsWith(`${this.layout.root}/oauth/`)) return this.layout.redirect(to);
    const body = html`<h1>You are signed in</h1>
      <p><a href="${to}">Continue</a></p>`;
    return this.layout.page({ title: 'You are signed in', body, continueTo: to });
  }

  #onward(returnTo: unknown): string {
    return localPath(returnTo) ?? `${this.layout.root}/account`;
  }

  #frame(request: Request, response: Response) {
    return { root: this.layout.root, csrf: this.csrf.field(request, response) };
  }

  #ticketFor({ workspace_id, id, stamp }: Proven, request: Request): string {
    const browser = this.csrf.browserOf(request)!;
    const ticket: Ticket = { workspace_id, id, stamp, browser, until: this.clock.now() + TICKET_LIFETIME };
    return this.secrets.encrypt(JSON.stringify(ticket));
  }

  #ticketOf(form: URLSearchParams, request: Request): Ticket | null {
    try {
      const ticket = JSON.parse(this.secrets.decrypt(form.get('ticket') ?? '')) as Ticket;
      return ticket.browser === this.csrf.browserOf(request) && ticket.until > this.clock.now() ? ticket : null;
    } catch {
      return null;
    }
  }
}
