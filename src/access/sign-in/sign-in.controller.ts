import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { deferred, type Reply, t, translated } from '../../platform/index.js';
import { IdentityProviders } from '../identity-providers/identity-providers.service.js';
import { BrowserSessions, BY_PASSWORD } from '../pages/browser-session.js';
import { html } from '../pages/layout.js';
import { PASSKEY_SCRIPT } from '../pages/passkey-form.js';
import { Pages } from '../pages/pages.js';
import { FormPage, PublicPage } from '../pages/public-page.js';
import { Entrance } from './entrance.js';
import { localPath } from './return-to.js';
import { addressBody, providerPath, signInBody, workspacesBody } from './sign-in.pages.js';
import { type Proven, SignIn } from './sign-in.service.js';

/** One message for all causes, to prevent account enumeration. */
const WRONG = deferred('The e-mail address or the password is wrong.');

const NOTES = new Map([
  ['signed-out', deferred('You are signed out.')],
  ['proof', deferred('Sign in again before you change how you sign in.')],
  ['password', deferred('Your new password is set. Sign in with it.')],
]);

function noteOf(done: unknown): string | undefined {
  const note = NOTES.get(String(done));
  return note && translated(note);
}

/** The first step, where the address comes first. */
interface Address {
  email: string;
  workspace: string | null;
  returnTo: string | null;
  again: boolean;
}

const WORKSPACE = 'sign-in workspace';

@Controller()
export class SignInController {
  constructor(
    private readonly pages: Pages,
    private readonly browsers: BrowserSessions,
    private readonly signIn: SignIn,
    private readonly entrance: Entrance,
    private readonly providers: IdentityProviders,
  ) {}

  /**
   * `return_to`: path to continue to; `workspace`: workspace to sign in to; `prompt=login`: ask even if signed in;
   * `login_hint`: initial address; `method=password`: ask for the password at once. With identity providers, the address is
   * asked first, because it determines where to sign in.
   */
  @Get('sign-in')
  @PublicPage('Users without a session sign in here.')
  async form(
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const workspace = typeof query.workspace === 'string' ? query.workspace : null;
    const again = query.prompt === 'login';
    const current = again ? null : await this.browsers.current(request);
    if (current && (workspace === null || workspace === current.user.workspace_id))
      return this.pages.redirect(this.entrance.onward(query.return_to));
    const email = typeof query.login_hint === 'string' ? query.login_hint.slice(0, 254) : '';
    const form = { email, returnTo: localPath(query.return_to), workspace, again, note: noteOf(query.done) };
    const addressFirst = query.method !== 'password' && (await this.providers.any(workspace));
    const offered = addressFirst && workspace !== null ? await this.providers.of(workspace) : [];
    const body = addressFirst ? addressBody : signInBody;
    const frame = this.#frame(request, response);
    const passkey = await this.entrance.passkeyForm(request, frame.csrf, form.returnTo);
    return this.pages.branded(workspace, {
      title: t('Sign in'),
      body: html`${body({ ...form, offered, ...frame })}${passkey}`,
      ...(passkey && { script: PASSKEY_SCRIPT }),
    });
  }

  @Post('sign-in')
  @FormPage('Users without a session sign in here.')
  async submit(
    @Body() form: URLSearchParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    const [email, password] = [form.get('email')?.trim() ?? '', form.get('password') ?? ''];
    const workspace = form.get('workspace') || null;
    const returnTo = localPath(form.get('return_to'));
    const again = form.get('prompt') === 'login';
    if (!form.has('password')) return this.#afterAddress(request, response, { email, workspace, returnTo, again });
    const found = email !== '' && password !== '' ? await this.signIn.check(request, email, password, workspace) : null;
    if (found?.length === 1) {
      const reply = await this.entrance.proceed(request, response, { who: found[0]!, proof: BY_PASSWORD, returnTo });
      if (reply) return reply;
    }
    const frame = this.#frame(request, response);
    if (found && found.length > 1) {
      const choices = found.map((candidate) => ({ candidate, ticket: this.#ticketFor(candidate, request) }));
      const body = workspacesBody({ ...frame, returnTo }, choices);
      return this.pages.branded(null, { title: t('Choose a workspace'), body });
    }
    const offered = await this.providers.for(email, workspace);
    const body = signInBody({ ...frame, email, returnTo, workspace, again, offered, problem: translated(WRONG) });
    return this.pages.branded(workspace, { title: t('Sign in'), status: 401, body });
  }

  @Post('sign-in/workspace')
  @FormPage('Users with several workspaces choose one after the password check.')
  async choose(
    @Body() form: URLSearchParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    const who = this.pages.open<Proven>(WORKSPACE, form.get('ticket'), request);
    const returnTo = localPath(form.get('return_to'));
    const reply = who && (await this.entrance.proceed(request, response, { who, proof: BY_PASSWORD, returnTo }));
    return reply ?? this.pages.goTo('/sign-in');
  }

  @Post('sign-out')
  @FormPage('Users end the session of their browser.')
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<Reply> {
    await this.browsers.signOut(request, response);
    // Clears site data, but cookies individually, because some identify the browser.
    return this.pages.goTo('/sign-in?done=signed-out').with({ 'Clear-Site-Data': '"cache", "storage"' });
  }

  /**
   * Continues to the provider of the domain, or to the password. Depends on the domain only, never on an account. Without a
   * workspace in the address nobody is forwarded: the page offers the provider.
   */
  async #afterAddress(request: Request, response: Response, given: Address): Promise<Reply> {
    const { email, workspace } = given;
    const form = { ...given, ...this.#frame(request, response) };
    if (email === '') {
      const offered = workspace === null ? [] : await this.providers.of(workspace);
      const body = addressBody({ ...form, offered, problem: t('Enter your e-mail address.') });
      return this.pages.branded(workspace, { title: t('Sign in'), status: 400, body });
    }
    const offered = await this.providers.for(email, workspace);
    const [first] = offered;
    if (workspace === null || offered.length !== 1 || !first!.enforced)
      return this.pages.branded(workspace, { title: t('Sign in'), body: signInBody({ ...form, offered }) });
    // A separate page, because browsers apply the `form-action` of this one to redirects.
    const to = providerPath(form, first!);
    const body = html`<h1>${t('Sign in with {provider}', { provider: first!.name })}</h1>
      <p><a href="${to}">${t('Continue')}</a></p>`;
    return this.pages.branded(workspace, { title: t('Sign in'), body, continueTo: to });
  }

  #frame(request: Request, response: Response) {
    return { root: this.pages.root, csrf: this.pages.csrfField(request, response) };
  }

  #ticketFor({ workspace_id, id, stamp }: Proven, request: Request): string {
    return this.pages.seal(WORKSPACE, { workspace_id, id, stamp } satisfies Proven, request);
  }
}
