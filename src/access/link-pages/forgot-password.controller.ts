import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Reply, t } from '../../platform/index.js';
import { field } from '../pages/fields.js';
import { html } from '../pages/layout.js';
import { Pages } from '../pages/pages.js';
import { FormPage, PublicPage } from '../pages/public-page.js';
import { Throttle } from '../sign-in/throttle.js';
import { LinkRequests } from './link-requests.js';

/** Maximum length of an email address. */
const MAX_ADDRESS = 254;

@Controller('forgot-password')
export class ForgotPasswordController {
  constructor(
    private readonly pages: Pages,
    private readonly throttle: Throttle,
    private readonly requests: LinkRequests,
  ) {}

  @Get()
  @PublicPage('Users who have forgotten their password cannot sign in.')
  form(@Query('done') done: unknown, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const { root } = this.pages;
    const title = t('Forgot your password?');
    const back = html`<p class="links"><a href="${root}/sign-in">${t('Back to sign-in')}</a></p>`;
    const body = done
      ? html`<h1>${t('Look into your mailbox')}</h1>
          <p role="status">
            ${t('If an account with this address exists, we have sent a link to it. The link works for an hour.')}
          </p>
          ${back}`
      : html`<h1>${title}</h1>
          <p>${t('We will send you a link to choose a new password.')}</p>
          <form method="post" action="${root}/forgot-password">
            ${this.pages.csrfField(request, response)}
            ${field({ name: 'email', label: t('E-mail address'), type: 'email', autocomplete: 'username', autofocus: true })}
            <button type="submit">${t('Send the link')}</button>
          </form>
          ${back}`;
    return this.pages.branded(null, { title: done ? t('Check your mailbox') : title, body });
  }

  /** Constant response and timing, so that it does not reveal whether the address has an account. */
  @Post()
  @FormPage('Users who have forgotten their password cannot sign in; a CSRF token protects the form.')
  async submit(@Body() form: URLSearchParams): Promise<Reply> {
    const email = form.get('email')?.trim() ?? '';
    const sends = (await this.throttle.maySendLink(email)) && email.length <= MAX_ADDRESS;
    if (sends) await this.requests.add(email);
    return this.pages.goTo('/forgot-password?done=sent');
  }
}
