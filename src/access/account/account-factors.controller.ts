import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { conflict, deferred, PROOF_MAX_AGE_SECONDS, Reply, t, translated } from '../../platform/index.js';
import { recoveryCodesBody, totpSetUpBody } from '../factors/factor.pages.js';
import { factors } from '../factors/factor.resource.js';
import { FactorsService } from '../factors/factors.service.js';
import { Passkeys } from '../factors/passkeys.service.js';
import { BrowserSessions, type SignedInBrowser } from '../pages/browser-session.js';
import { field } from '../pages/fields.js';
import { html } from '../pages/layout.js';
import { passkeyForm, PASSKEY_SCRIPT } from '../pages/passkey-form.js';
import { Pages } from '../pages/pages.js';
import { FormPage, PublicPage } from '../pages/public-page.js';
import { SignIn } from '../sign-in/sign-in.service.js';
import type { User } from '../users/user.entity.js';
import { AccountPolicies } from './account-policies.js';
import { OwnFactors } from './own-factors.js';

const SET_UP = 'account set-up';
const PASSKEY = 'account passkey';
const WRONG = deferred('The code is wrong.');

/** State of a passkey registration. */
interface NewPasskey {
  user: string;
  challenge: string;
}

/** State of an authenticator app set-up; the secret is in base64. */
interface SetUp {
  user: string;
  secret: string;
}

/** Account page for second factors. */
@Controller('account')
export class AccountFactorsController {
  constructor(
    private readonly pages: Pages,
    private readonly browsers: BrowserSessions,
    private readonly policies: AccountPolicies,
    private readonly signIn: SignIn,
    private readonly factors: FactorsService,
    private readonly passkeys: Passkeys,
    private readonly own: OwnFactors,
  ) {}

  @Get('totp')
  @PublicPage('The session cookie identifies the user; without one the page redirects to sign-in.')
  async show(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<Reply> {
    const current = await this.#enter(request, '/account/totp');
    if (current instanceof Reply) return current;
    if (await this.own.hasTotp(current.user)) return this.pages.goTo('/account');
    return this.#form(request, response, current.user, this.factors.newSecret());
  }

  @Post('totp')
  @FormPage('The session cookie identifies the user.')
  async setUp(
    @Body() form: URLSearchParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    const current = await this.#enter(request);
    if (current instanceof Reply) return current;
    const { user } = current;
    const setUp = this.pages.open<SetUp>(SET_UP, form.get('ticket'), request);
    if (setUp?.user !== user.id) return this.pages.goTo('/account/totp');
    const secret = Buffer.from(setUp.secret, 'base64');
    const codes = await this.own.addTotp(request, current, secret, form.get('code') ?? '');
    return codes ? this.#codes(codes) : this.#form(request, response, user, secret, translated(WRONG));
  }

  @Get('passkey')
  @PublicPage('The session cookie identifies the user; without one the page redirects to sign-in.')
  async showPasskey(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<Reply> {
    const current = await this.#enter(request, '/account/passkey');
    if (current instanceof Reply) return current;
    if (!this.passkeys.available)
      throw conflict(deferred('Passkeys need a domain. This server is reached by an address.'));
    return this.#passkeyForm(request, response, current.user);
  }

  @Post('passkey')
  @FormPage('The session cookie identifies the user.')
  async addPasskey(
    @Body() form: URLSearchParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    const current = await this.#enter(request);
    if (current instanceof Reply) return current;
    const { user } = current;
    const ticket = this.pages.open<NewPasskey>(PASSKEY, form.get('ticket'), request);
    const name = form.get('name')?.trim().slice(0, 100) || 'Passkey';
    const made =
      ticket?.user === user.id &&
      (await this.own.addPasskey(request, current, name, ticket.challenge, form.get('answer') ?? ''));
    if (!made) return this.#passkeyForm(request, response, user, t('The passkey could not be set up. Try again.'));
    return this.pages.goTo('/account?done=passkey');
  }

  @Post('recovery-codes')
  @FormPage('The session cookie identifies the user.')
  async renewRecoveryCodes(@Req() request: Request): Promise<Reply> {
    const current = await this.#enter(request);
    if (current instanceof Reply) return current;
    return this.#codes(await this.own.renewRecoveryCodes(request, current));
  }

  @Post('factors/:id/remove')
  @FormPage('The session cookie identifies the user.')
  async remove(@Param('id') id: string, @Req() request: Request): Promise<Reply> {
    const current = await this.#enter(request);
    if (current instanceof Reply) return current;
    await this.own.remove(request, current, id);
    return this.pages.goTo('/account?done=factor');
  }

  /** The signed-in user with a recent proof of identity; else a redirect to sign in and back to `path`. */
  async #enter(request: Request, path = '/account'): Promise<SignedInBrowser | Reply> {
    const { root } = this.pages;
    const current = await this.browsers.current(request);
    if (!current) return this.pages.redirect(`${root}/sign-in?return_to=${root}/account`);
    const { user, session } = current;
    await this.policies.ask('write', factors, user);
    if (this.browsers.proofAge(session) <= PROOF_MAX_AGE_SECONDS) return current;
    const query = new URLSearchParams({
      prompt: 'login',
      done: 'proof',
      workspace: user.workspace_id,
      login_hint: user.email,
      return_to: `${root}${path}`,
    });
    return this.pages.redirect(`${root}/sign-in?${query}`);
  }

  async #form(request: Request, response: Response, user: User, secret: Buffer, problem?: string): Promise<Reply> {
    const csrf = this.pages.csrfField(request, response);
    const setUp: SetUp = { user: user.id, secret: secret.toString('base64') };
    const body = await totpSetUpBody({
      action: `${this.pages.root}/account/totp`,
      csrf,
      ticket: this.pages.seal(SET_UP, setUp, request),
      secret,
      account: user.email,
      workspace: await this.signIn.workspaceOf(user),
      problem,
    });
    return this.pages.page({ title: t('Set up an authenticator app'), status: problem ? 400 : 200, body });
  }

  async #passkeyForm(request: Request, response: Response, user: User, problem?: string): Promise<Reply> {
    const csrf = this.pages.csrfField(request, response);
    const { options, challenge } = await this.passkeys.toCreate(user);
    const registration: NewPasskey = { user: user.id, challenge };
    const ticket = this.pages.seal(PASSKEY, registration, request);
    const name = field({
      name: 'name',
      label: t('Name'),
      type: 'text',
      autocomplete: 'off',
      value: 'Passkey',
      problem,
    });
    const body = html`<h1>${t('Set up a passkey')}</h1>
      <p>${t('With a passkey you sign in by the fingerprint, face or PIN of your device, without a password.')}</p>
      ${passkeyForm({
        kind: 'create',
        action: `${this.pages.root}/account/passkey`,
        csrf,
        ticket,
        options,
        fields: name,
        button: t('Set up the passkey'),
      })}
      <noscript><p>${t('Passkeys need JavaScript. Everything else works without.')}</p></noscript>`;
    return this.pages.page({
      title: t('Set up a passkey'),
      status: problem ? 400 : 200,
      body,
      script: PASSKEY_SCRIPT,
    });
  }

  #codes(codes: readonly string[]): Reply {
    const body = recoveryCodesBody(codes, `${this.pages.root}/account`);
    return this.pages.page({ title: t('Keep your recovery codes'), body });
  }
}
