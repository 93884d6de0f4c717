import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { deferred, type Reply, t, translated } from '../../platform/index.js';
import { newPasswordFields } from '../passwords/password-fields.js';
import { BY_PASSWORD } from '../pages/browser-session.js';
import { field, hidden } from '../pages/fields.js';
import { type Html, html, type Page } from '../pages/layout.js';
import { Pages } from '../pages/pages.js';
import { FormPage, PublicPage } from '../pages/public-page.js';
import { Entrance } from '../sign-in/entrance.js';
import { SignIn } from '../sign-in/sign-in.service.js';
import { Ways } from '../sign-in/ways.js';
import { FIRST_OWNER, FIRST_WORKSPACE } from '../workspaces/first-owner.js';
import { type FirstFacts, LinkUse, type Problems } from './link-use.js';
import { LINK_PATHS, type LinkKind, type UserLink, UserLinks } from '../links/user-links.service.js';

const WORDS: Record<LinkKind, { title: string; lead: (link: UserLink) => string; button: string }> = {
  invitation: {
    title: deferred('Welcome'),
    lead: ({ workspace_name: workspace }) =>
      t('You are invited to the workspace “{workspace}”. Choose a password to accept.', { workspace }),
    button: deferred('Accept the invitation'),
  },
  password_reset: {
    title: deferred('Choose a new password'),
    lead: ({ workspace_name: workspace }) => t('For your account in the workspace “{workspace}”.', { workspace }),
    button: deferred('Set the password'),
  },
  first_sign_in: {
    title: deferred('Welcome'),
    lead: () =>
      t(
        'You own this workspace. Say who you are, and choose the address and the password with which you sign in from now on.',
      ),
    button: deferred('Go to the console'),
  },
};

/** Pages behind mailed links. GET does not consume a link, because mail scanners open links. */
@Controller()
export class UserLinksController {
  constructor(
    private readonly pages: Pages,
    private readonly links: UserLinks,
    private readonly linkUse: LinkUse,
    private readonly ways: Ways,
    private readonly signIn: SignIn,
    private readonly entrance: Entrance,
  ) {}

  @Get('accept-invitation')
  @PublicPage('The token of the link identifies the user.')
  invitation(@Query('token') token: unknown, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.#show('invitation', token, request, response);
  }

  @Post('accept-invitation')
  @FormPage('The token of the link identifies the user.')
  accept(@Body() form: URLSearchParams, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.#submit('invitation', form, request, response);
  }

  @Get('reset-password')
  @PublicPage('The token of the link identifies the user.')
  reset(@Query('token') token: unknown, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.#show('password_reset', token, request, response);
  }

  @Post('reset-password')
  @FormPage('The token of the link identifies the user.')
  choose(@Body() form: URLSearchParams, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.#submit('password_reset', form, request, response);
  }

  @Get('welcome')
  @PublicPage('The token of the link identifies the user.')
  welcome(@Query('token') token: unknown, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.#show('first_sign_in', token, request, response);
  }

  @Post('welcome')
  @FormPage('The token of the link identifies the user.')
  begin(@Body() form: URLSearchParams, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.#submit('first_sign_in', form, request, response);
  }

  async #show(kind: LinkKind, given: unknown, request: Request, response: Response): Promise<Page> {
    const token = typeof given === 'string' ? given : '';
    const link = await this.links.find(token, kind);
    if (!link) return this.#gone();
    return (await this.#refused(link)) ?? this.#form(link, token, request, response);
  }

  async #submit(kind: LinkKind, form: URLSearchParams, request: Request, response: Response): Promise<Reply> {
    const [token, password] = [form.get('token') ?? '', form.get('password') ?? ''];
    const link = await this.links.find(token, kind);
    if (!link) return this.#gone();
    const refused = await this.#refused(link);
    if (refused) return refused;
    const first = kind === 'first_sign_in';
    const facts = first ? firstFactsOf(form) : factsOf(link);
    const problems = await this.linkUse.problems(link, facts, form);
    if (problems) return this.#form(link, token, request, response, { facts, problems });
    const done = await this.linkUse.use(response, link, token, facts, password);
    if (!done) return this.#gone();
    const onTo = `${this.pages.root}/console/`;
    if (first) return this.pages.redirect(onTo);
    if (kind === 'invitation') {
      // Like a sign-in with the new password: the rules may require a second factor first.
      const step = { who: this.signIn.provenBy(done), proof: BY_PASSWORD, returnTo: onTo };
      const onward = await this.entrance.proceed(request, response, step);
      if (onward) return onward;
    }
    return this.pages.goTo(`/sign-in?done=password&workspace=${link.user.workspace_id}`);
  }

  #form(
    link: UserLink,
    token: string,
    request: Request,
    response: Response,
    given?: { facts: FirstFacts; problems: Problems },
  ): Promise<Page> {
    const { lead, ...words } = WORDS[link.kind];
    const title = translated(words.title);
    const { display_name } = link.user;
    const { facts = factsOf(link), problems } = given ?? {};
    const body = html`<h1>${link.kind === 'invitation' ? t('Welcome, {name}', { name: display_name }) : title}</h1>
      <p>${lead(link)}</p>
      <form method="post" action="${this.pages.root}${LINK_PATHS[link.kind]}">
        ${this.pages.csrfField(request, response)} ${hidden('token', token)}
        ${link.kind === 'first_sign_in' ? firstFields(facts, problems) : knownAddress(facts.email)}
        ${newPasswordFields(problems)}
        <button type="submit">${translated(words.button)}</button>
      </form>`;
    return this.pages.branded(link.user.workspace_id, { title, status: problems ? 400 : 200, body });
  }

  /** Nobody chooses a password that would not sign them in. Null if it would. */
  async #refused({ user }: UserLink): Promise<Page | null> {
    const { may, rule } = await this.ways.mayUse(BY_PASSWORD, user);
    if (may) return null;
    const title = t('You need no password');
    const body = html`<h1>${title}</h1>
      <p role="alert">
        ${t('You cannot choose a password: {reason}.', { reason: rule === null ? '' : translated(rule) })}
      </p>
      <p class="links"><a href="${this.pages.root}/sign-in?workspace=${user.workspace_id}">${t('Sign in')}</a></p>`;
    return this.pages.branded(user.workspace_id, { title, status: 403, body });
  }

  #gone(): Promise<Page> {
    const title = t('This link does not work');
    const body = html`<h1>${title}</h1>
      <p>${t('The link has been used or has expired, or a newer one has replaced it.')}</p>
      <p class="links"><a href="${this.pages.root}/forgot-password">${t('Request a new link')}</a></p>`;
    return this.pages.branded(null, { title, status: 410, body });
  }
}

const knownAddress = (email: string): Html =>
  html`<div class="field">
    <label for="email">${t('E-mail address')}</label>
    <input id="email" type="email" value="${email}" autocomplete="username" readonly />
  </div>`;

const firstFactsOf = (form: URLSearchParams): FirstFacts => {
  const typed = (name: string) => form.get(name)?.trim() ?? '';
  return { display_name: typed('display_name'), company: typed('company'), email: typed('email') };
};

const factsOf = ({ user: { display_name, email }, workspace_name }: UserLink): FirstFacts => ({
  display_name,
  company: workspace_name,
  email,
});

/** Generated placeholder names are not shown. */
const firstFields = ({ display_name, company, email }: FirstFacts, problems?: Problems): Html => html`
  ${field({
    name: 'display_name',
    label: t('Your name'),
    type: 'text',
    autocomplete: 'name',
    value: !problems && email === FIRST_OWNER ? '' : display_name,
    problem: problems?.display_name,
    autofocus: true,
  })}
  ${field({
    name: 'company',
    label: t('Name of your company'),
    type: 'text',
    autocomplete: 'organization',
    value: !problems && company === FIRST_WORKSPACE ? '' : company,
    hint: t('Colleagues and candidates read it. You can change it later.'),
    problem: problems?.company,
  })}
  ${field({
    name: 'email',
    label: t('E-mail address'),
    type: 'email',
    autocomplete: 'username',
    value: email === FIRST_OWNER ? '' : email,
    problem: problems?.email,
  })}
`;
