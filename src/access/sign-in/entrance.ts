import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditTrail, Database, type Reply, t } from '../../platform/index.js';
import { FactorsService } from '../factors/factors.service.js';
import { Passkeys } from '../factors/passkeys.service.js';
import { BrowserSessions, type Proof } from '../pages/browser-session.js';
import { type Html, html } from '../pages/layout.js';
import { passkeyForm, PASSKEY_SCRIPT } from '../pages/passkey-form.js';
import { sessions } from '../sessions/session.resource.js';
import { AccessSettingsService } from '../settings/settings.service.js';
import { Pages } from '../pages/pages.js';
import type { User } from '../users/user.entity.js';
import { localPath } from './return-to.js';
import { codeBody, setUpPage } from './second-factor.pages.js';
import { type Proven, SignIn } from './sign-in.service.js';
import { Ways } from './ways.js';

/** State of a sign-in. */
export interface Step {
  who: Proven;
  proof: Proof;
  /** Path to continue to, or null. */
  returnTo: string | null;
}

/** A step with the secret of the authenticator app that is being set up, in base64. */
export type SetUpStep = Step & { secret: string };

/** Ticket of a passkey step. */
export interface PasskeyStep {
  challenge: string;
  returnTo: string | null;
}

export const PASSKEY = 'sign-in passkey';
export const CODE = 'sign-in code';
export const SET_UP = 'sign-in set-up';

/** Next step of the sign-in; `refused`: a rule of the workspace forbids this way. */
type Need = 'refused' | 'nothing' | 'code' | 'passkey' | 'set-up';

/** From a proof of identity to a session: asks for a second factor if one is set up or required (D-SIGN-3). */
@Injectable()
export class Entrance {
  constructor(
    private readonly pages: Pages,
    private readonly browsers: BrowserSessions,
    private readonly signIn: SignIn,
    private readonly factors: FactorsService,
    private readonly passkeys: Passkeys,
    private readonly settings: AccessSettingsService,
    private readonly database: Database,
    private readonly ways: Ways,
    private readonly audit: AuditTrail,
  ) {}

  /** Signs the user in, or renders the next step. Null if they may no longer sign in. */
  async proceed(request: Request, response: Response, step: Step): Promise<Reply | null> {
    const found = await this.database.transaction(async () => {
      const user = await this.signIn.lock(step.who);
      if (!user) return null;
      const need = await this.need(user, step.proof);
      if (need === 'nothing') await this.enter(response, user, step.proof);
      return { user, need };
    });
    if (!found || found.need === 'refused') return null;
    if (found.need === 'nothing') return this.goOn(step.returnTo);
    if (found.need === 'code') return this.askForCode(request, response, step);
    if (found.need === 'passkey') return this.#askForPasskey(request, response, step.returnTo);
    const secret = this.factors.newSecret().toString('base64');
    return this.askToSetUp(request, response, { ...step, secret }, found.user);
  }

  /** Begins the session of a browser, unless a rule of the workspace forbids this way: then false. Needs a unit of work. */
  async enter(response: Response, user: User, proof: Proof): Promise<boolean> {
    const { may, rule } = await this.ways.mayUse(proof, user);
    if (!may) return false;
    await this.browsers.signIn(response, user, proof);
    if (rule !== null)
      await this.audit.note({
        action: `${sessions.type}.break_glass`,
        resource_type: sessions.type,
        resource_id: null,
        outcome: 'success',
        changes: null,
      });
    return true;
  }

  /** Identity providers handle second factors themselves, and a passkey counts as two factors. */
  async need(user: User, proof: Proof): Promise<Need> {
    if (!(await this.ways.mayUse(proof, user)).may) return 'refused';
    if (proof.method !== 'password') return 'nothing';
    const factors = await this.factors.of(user);
    if (factors.some(({ type }) => type === 'totp')) return 'code';
    if (!(await this.settings.demandFactor(user))) return 'nothing';
    return factors.length ? 'passkey' : 'set-up';
  }

  /** The form that signs in with a passkey, hidden until the script shows it; null where passkeys cannot be used. */
  async passkeyForm(request: Request, csrf: Html, returnTo: string | null): Promise<Html | null> {
    if (!this.passkeys.available) return null;
    const { options, challenge } = await this.passkeys.toSignIn();
    const ticket = this.pages.seal(PASSKEY, { challenge, returnTo } satisfies PasskeyStep, request);
    const action = `${this.pages.root}/sign-in/passkey`;
    return passkeyForm({ kind: 'get', action, csrf, ticket, options, button: t('Use a passkey') });
  }

  async #askForPasskey(request: Request, response: Response, returnTo: string | null): Promise<Reply> {
    const form = await this.passkeyForm(request, this.pages.csrfField(request, response), returnTo);
    const body = html`<h1>${t('Use your passkey')}</h1>
      <p>${t('Your workspace asks for a second step at each sign-in, and you have set up a passkey for it.')}</p>
      ${form}
      <noscript><p>${t('Switch on JavaScript in your browser to use it.')}</p></noscript>`;
    return this.pages.branded(null, { title: t('Use your passkey'), body, script: PASSKEY_SCRIPT });
  }

  askForCode(request: Request, response: Response, step: Step, problem?: string): Promise<Reply> {
    const csrf = this.pages.csrfField(request, response);
    const body = codeBody({ root: this.pages.root, csrf, ticket: this.pages.seal(CODE, step, request), problem });
    return this.pages.branded(step.who.workspace_id, { title: t('Enter a code'), status: problem ? 401 : 200, body });
  }

  async askToSetUp(
    request: Request,
    response: Response,
    step: SetUpStep,
    user: User,
    problem?: string,
  ): Promise<Reply> {
    const csrf = this.pages.csrfField(request, response);
    const ticket = this.pages.seal(SET_UP, step, request);
    const secret = Buffer.from(step.secret, 'base64');
    const workspace = await this.signIn.workspaceOf(user);
    const body = await setUpPage({ root: this.pages.root, csrf, ticket, secret, user, workspace, problem });
    return this.pages.branded(user.workspace_id, {
      title: t('Set up an authenticator app'),
      status: problem ? 400 : 200,
      body,
    });
  }

  /**
   * Redirects to the authorization server from a separate page, because it may redirect to a client at once, and browsers apply
   * the `form-action` of the sign-in page to all redirects.
   */
  goOn(returnTo: unknown): Reply {
    const to = this.onward(returnTo);
    if (!to.startsWith(`${this.pages.root}/oauth/`)) return this.pages.redirect(to);
    const body = html`<h1>${t('You are signed in')}</h1>
      <p><a href="${to}">${t('Continue')}</a></p>`;
    return this.pages.page({ title: t('You are signed in'), body, continueTo: to });
  }

  /** Validated local path to continue to. */
  onward(returnTo: unknown): string {
    return localPath(returnTo) ?? `${this.pages.root}/account`;
  }
}
