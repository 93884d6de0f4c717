import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database, readForm, type Reply } from '../../platform/index.js';
import { passwordProblem } from '../passwords/password-rules.js';
import { Passwords } from '../passwords/passwords.service.js';
import { newPasswordFields, repeatProblem } from '../passwords/password-fields.js';
import { actAs } from '../pages/browser-session.js';
import { Csrf } from '../pages/csrf.js';
import { hidden } from '../pages/fields.js';
import { html, Layout, type Page } from '../pages/layout.js';
import { PublicPage } from '../pages/public-page.js';
import { Throttle } from '../sign-in/throttle.js';
import { LINK_PATHS, type LinkKind, type UserLink, UserLinks } from './user-links.service.js';

const WORDS: Record<LinkKind, { title: string; lead: (link: UserLink) => string; button: string }> = {
  invitation: {
    title: 'Welcome',
    lead: ({ workspace_name }) => `You are invited to the workspace “${workspace_name}”. Choose a password to accept.`,
    button: 'Accept the invitation',
  },
  password_reset: {
    title: 'Choose a new password',
    lead: ({ workspace_name }) => `For your account in the workspace “${workspace_name}”.`,
    button: 'Set the password',
  },
};

/** The pages that links in mail lead to. To open one uses nothing up: scanners of mail open them too. */
@Controller()
export class UserLinksController {
  constructor(
    private readonly layout: Layout,
    private readonly csrf: Csrf,
    private readonly links: UserLinks,
    private readonly passwords: Passwords,
    private readonly throttle: Throttle,
    private readonly database: Database,
  ) {}

  @Get('accept-invitation')
  @PublicPage('The token of the link names the user.')
  invitation(@Query('token') token: unknown, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.#show('invitation', token, request, response);
  }

  @Post('accept-invitation')
  @PublicPage('The token of the link names the user.')
  accept(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.#submit('invitation', request, response);
  }

  @Get('reset-password')
  @PublicPage('The token of the link names the user.')
  reset(@Query('token') token: unknown, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.#show('password_reset', token, request, response);
  }

  @Post('reset-password')
  @PublicPage('The token of the link names the user.')
  choose(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.#submit('password_reset', request, response);
  }

  async #show(kind: LinkKind, given: unknown, request: Request, response: Response): Promise<Page> {
    const token = typeof given === 'string' ? given : '';
    const link = await this.links.find(token, kind);
    return link ? this.#form(link, token, request, response) : this.#gone();
  }

  async #submit(kind: LinkKind, request: Request, response: Response): Promise<Reply> {
    const form = await readForm(request);
    this.csrf.check(request, form);
    const [token, password] = [form.get('token') ?? '', form.get('password') ?? ''];
    const link = await this.links.find(token, kind);
    if (!link) return this.#gone();
    const problems = {
      password: await passwordProblem(password, link.user.email),
      repeated: repeatProblem(password, form.get('repeated')),
    };
    if (problems.password || problems.repeated) return this.#form(link, token, request, response, problems);
    const hash = await this.passwords.hash(password);
    const done = await this.database.transaction(async () => {
      actAs(link.user);
      return (await this.links.use(token, link.user)) && this.passwords.set(link.user.id, hash);
    });
    if (!done) return this.#gone();
    await this.throttle.clear(link.user.email);
    return this.layout.redirect(`${this.layout.root}/sign-in?done=password&workspace=${link.user.workspace_id}`);
  }

  #form(
    link: UserLink,
    token: string,
    request: Request,
    response: Response,
    problems?: { password: string | null; repeated: string | null },
  ): Page {
    const { title, lead, button } = WORDS[link.kind];
    const { email, display_name } = link.user;
    const body = html`<h1>${link.kind === 'invitation' ? `Welcome, ${display_name}` : title}</h1>
      <p>${lead(link)}</p>
      <form method="post" action="${this.layout.root}${LINK_PATHS[link.kind]}">
        ${this.csrf.field(request, response)} ${hidden('token', token)}
        <div class="field">
          <label for="email">E-mail address</label>
          <input id="email" type="email" value="${email}" autocomplete="username" readonly />
        </div>
        ${newPasswordFields(problems)}
        <button type="submit">${button}</button>
      </form>`;
    return this.layout.page({ title, status: problems ? 400 : 200, body });
  }

  #gone(): Page {
    const title = 'This link does not work';
    const body = html`<h1>${title}</h1>
      <p>It has been used already, it is too old, or a newer one was sent to you since.</p>
      <p class="links"><a href="${this.layout.root}/forgot-password">Ask for a new link</a></p>`;
    return this.layout.page({ title, status: 410, body });
  }
}
