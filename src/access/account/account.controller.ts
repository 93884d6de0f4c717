import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  conflict,
  Database,
  forbidden,
  InjectStore,
  notFound,
  type Reply,
  type ResourceStore,
} from '../../platform/index.js';
import { FactorsService } from '../factors/factors.service.js';
import { RecoveryCodes } from '../factors/recovery-codes.js';
import { PasswordRules } from '../passwords/password-rules.js';
import { repeatProblem } from '../passwords/password-fields.js';
import { Passwords } from '../passwords/passwords.service.js';
import { BrowserSessions, type SignedInBrowser } from '../pages/browser-session.js';
import { nameProblem } from '../pages/fields.js';
import type { Page } from '../pages/layout.js';
import { Pages } from '../pages/pages.js';
import { FormPage, PublicPage } from '../pages/public-page.js';
import { Session } from '../sessions/session.entity.js';
import { sessions } from '../sessions/session.resource.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { Throttle } from '../sign-in/throttle.js';
import { User } from '../users/user.entity.js';
import { users } from '../users/user.resource.js';
import { AccountPolicies } from './account-policies.js';
import { accountBody, type ChangeProblems, type WrongProfile } from './account.pages.js';

/** Maximum sessions on the page. */
const MAX_SESSIONS = 100;

/** The account page. Redirects to sign-in if nobody is signed in. */
@Controller('account')
export class AccountController {
  constructor(
    private readonly pages: Pages,
    private readonly browsers: BrowserSessions,
    private readonly sessions: SessionsService,
    private readonly passwords: Passwords,
    private readonly rules: PasswordRules,
    private readonly throttle: Throttle,
    private readonly database: Database,
    private readonly policies: AccountPolicies,
    private readonly factors: FactorsService,
    private readonly recoveryCodes: RecoveryCodes,
    @InjectStore(Session) private readonly store: ResourceStore<Session>,
    @InjectStore(User) private readonly users: ResourceStore<User>,
  ) {}

  @Get()
  @PublicPage('The session cookie identifies the user; without one the page redirects to sign-in.')
  async show(
    @Query('done') done: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    const current = await this.browsers.current(request);
    if (current) await this.policies.ask('read', users, current.user);
    return current ? this.#page(current, request, response, { done: String(done) }) : this.#signIn();
  }

  @Post('profile')
  @FormPage('The session cookie identifies the user.')
  async changeProfile(
    @Body() form: URLSearchParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    const current = await this.browsers.current(request);
    if (!current) return this.#signIn();
    await this.policies.ask('write', users, current.user);
    const display_name = form.get('display_name')?.trim() ?? '';
    const problem = nameProblem(display_name, 'your name');
    if (problem) return this.#page(current, request, response, { profile: { display_name, problem } });
    await this.database.transaction(async () => {
      const user = await this.users.get(current.user.id, { lock: true });
      await this.users.update(user, { display_name });
    });
    return this.pages.goTo('/account?done=profile');
  }

  @Post('password')
  @FormPage('The session cookie identifies the user.')
  async changePassword(
    @Body() form: URLSearchParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    const current = await this.browsers.current(request);
    if (!current) return this.#signIn();
    await this.policies.ask('write', users, current.user);
    const { user, session } = current;
    if (user.password_hash === null) throw conflict('You have no password: you sign in in another way.');
    const [given, password] = [form.get('current') ?? '', form.get('password') ?? ''];
    const right = await this.throttle.attemptOwn(request, user, async () =>
      (await this.passwords.verify(user.password_hash, given)) ? true : null,
    );
    const problems: ChangeProblems = {
      current: right ? null : 'The current password is wrong.',
      password: await this.rules.problemOf(password, user),
      repeated: repeatProblem(password, form.get('repeated')),
    };
    if (Object.values(problems).some(Boolean)) return this.#page(current, request, response, { problems });
    const hash = await this.passwords.hash(password);
    await this.database.transaction(async () => {
      await this.passwords.set(user.id, hash, { keptSession: session.id });
      // Checked under the lock of the user, which ending all sessions takes too.
      if (!(await this.browsers.current(request))) throw forbidden('You have been signed out. Sign in again.');
      await this.browsers.renewCookie(response, session);
    });
    return this.pages.goTo('/account?done=password');
  }

  @Post('sessions/end-others')
  @FormPage('The session cookie identifies the user.')
  async endOtherSessions(@Req() request: Request): Promise<Reply> {
    const current = await this.browsers.current(request);
    if (!current) return this.#signIn();
    await this.policies.ask('delete', sessions, current.user);
    const { user, session } = current;
    await this.database.transaction(() =>
      this.sessions.endAll({ user_id: user.id }, 'signed_out', { except: session.id }),
    );
    return this.pages.goTo('/account?done=sessions');
  }

  @Post('sessions/:id/end')
  @FormPage('The session cookie identifies the user.')
  async endSession(
    @Param('id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    const current = await this.browsers.current(request);
    if (!current) return this.#signIn();
    if (id === current.session.id) {
      await this.browsers.signOut(request, response);
      return this.pages.goTo('/sign-in?done=signed-out');
    }
    await this.policies.ask('delete', sessions, current.user);
    const done = await this.database.transaction(async () => {
      const session = await this.store.find(id, { lock: true });
      if (session?.user_id !== current.user.id) throw notFound('You have no such session.');
      await this.sessions.end(session, 'signed_out');
      return session.client_id === null ? 'session' : 'app';
    });
    return this.pages.goTo(`/account?done=${done}`);
  }

  async #page(
    { user, session }: SignedInBrowser,
    request: Request,
    response: Response,
    { done, problems, profile }: { done?: string; problems?: ChangeProblems; profile?: WrongProfile },
  ): Promise<Page> {
    const [active, factors, codesLeft] = await Promise.all([
      this.sessions.activeOf(user.id, MAX_SESSIONS),
      this.factors.of(user),
      this.recoveryCodes.left(user),
    ]);
    const body = accountBody({
      root: this.pages.root,
      csrf: this.pages.csrfField(request, response),
      user,
      sessions: active,
      factors,
      codesLeft,
      current: session.id,
      done,
      problems,
      profile,
    });
    return this.pages.page({ title: 'Your account', status: (problems ?? profile) ? 400 : 200, wide: true, body });
  }

  #signIn(): Reply {
    return this.pages.goTo(`/sign-in?return_to=${this.pages.root}/account`);
  }
}
