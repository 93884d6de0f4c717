import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { invalidField, type Language, LANGUAGES, type Reply, t } from '../../platform/index.js';
import { BrowserSessions, type SignedInBrowser } from '../pages/browser-session.js';
import { nameProblem } from '../pages/fields.js';
import type { Page } from '../pages/layout.js';
import { Pages } from '../pages/pages.js';
import { FormPage, PublicPage } from '../pages/public-page.js';
import { sessions } from '../sessions/session.resource.js';
import type { User } from '../users/user.entity.js';
import { users } from '../users/user.resource.js';
import { AccountPolicies } from './account-policies.js';
import { OwnAccount } from './own-account.js';
import { OwnPassword } from './own-password.js';
import { accountBody, type ChangeProblems, type WrongProfile } from './account.pages.js';

/** The account page. Redirects to sign-in if nobody is signed in. */
@Controller('account')
export class AccountController {
  constructor(
    private readonly pages: Pages,
    private readonly browsers: BrowserSessions,
    private readonly policies: AccountPolicies,
    private readonly account: OwnAccount,
    private readonly password: OwnPassword,
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
    const problem = nameProblem(display_name, 'person');
    const language = languageIn(form, current.user);
    if (problem) return this.#page(current, request, response, { profile: { display_name, language, problem } });
    await this.account.change(current.user, { display_name, language });
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
    const problems = await this.password.change(request, response, current, form);
    if (problems) return this.#page(current, request, response, { problems });
    return this.pages.goTo('/account?done=password');
  }

  @Post('sessions/end-others')
  @FormPage('The session cookie identifies the user.')
  async endOtherSessions(@Req() request: Request): Promise<Reply> {
    const current = await this.browsers.current(request);
    if (!current) return this.#signIn();
    await this.policies.ask('delete', sessions, current.user);
    await this.account.endOtherSessions(current.user, current.session);
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
    const done = await this.account.endSession(current.user, id);
    return this.pages.goTo(`/account?done=${done}`);
  }

  async #page(
    { user, session }: SignedInBrowser,
    request: Request,
    response: Response,
    { done, problems, profile }: { done?: string; problems?: ChangeProblems; profile?: WrongProfile },
  ): Promise<Page> {
    const body = accountBody({
      root: this.pages.root,
      csrf: this.pages.csrfField(request, response),
      user,
      ...(await this.account.facts(user)),
      current: session.id,
      done,
      problems,
      profile,
    });
    return this.pages.branded(user.workspace_id, {
      title: t('Your account'),
      status: (problems ?? profile) ? 400 : 200,
      wide: true,
      body,
    });
  }

  #signIn(): Reply {
    return this.pages.goTo(`/sign-in?return_to=${this.pages.root}/account`);
  }
}

/** The language that was chosen; null: none. A form without the choice leaves it as it is. */
function languageIn(form: URLSearchParams, { language }: User): Language | null {
  const chosen = form.get('language') ?? language;
  if (!chosen) return null;
  const known = LANGUAGES.find((each) => each === chosen);
  if (!known) throw invalidField('language', 'invalid_value', `language must be one of ${LANGUAGES.join(', ')}.`);
  return known;
}
