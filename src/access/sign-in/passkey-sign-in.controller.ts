import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database, deferred, type Reply, t, translated } from '../../platform/index.js';
import { type PasskeyProof, Passkeys } from '../factors/passkeys.service.js';
import type { Proof } from '../pages/browser-session.js';
import { html } from '../pages/layout.js';
import { Pages } from '../pages/pages.js';
import { FormPage } from '../pages/public-page.js';
import { Entrance, PASSKEY, type PasskeyStep } from './entrance.js';
import { SecurityLog } from './security-log.js';
import { SignIn } from './sign-in.service.js';
import { Throttle } from './throttle.js';
import { Ways } from './ways.js';

/** Possession and user verification: two factors. */
const BY_PASSKEY: Proof = { method: 'passkey', amr: ['pop', 'user', 'mfa'] };

@Controller('sign-in/passkey')
export class PasskeySignInController {
  constructor(
    private readonly pages: Pages,
    private readonly throttle: Throttle,
    private readonly passkeys: Passkeys,
    private readonly entrance: Entrance,
    private readonly signIn: SignIn,
    private readonly securityLog: SecurityLog,
    private readonly database: Database,
    private readonly ways: Ways,
  ) {}

  @Post()
  @FormPage('Users sign in with a passkey here; it signs the challenge of the form.')
  async submit(
    @Body() form: URLSearchParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    const step = this.pages.open<PasskeyStep>(PASSKEY, form.get('ticket'), request);
    if (!step) return this.pages.goTo('/sign-in');
    let found: PasskeyProof | null = null;
    const proven = await this.throttle.attemptPasskey(async () => {
      const answer = form.get('answer') ?? '';
      found = await this.database.transaction(() => this.passkeys.prove(step.challenge, answer));
      return found?.right ? found.user : null;
    });
    const reply =
      proven &&
      (await this.entrance.proceed(request, response, {
        who: { ...proven, stamp: null },
        proof: BY_PASSKEY,
        returnTo: step.returnTo,
      }));
    return reply ?? this.#refuse(found);
  }

  /** Shows the failure, and records it in the audit trail of the workspace, or in the log for an unknown passkey. */
  async #refuse(found: PasskeyProof | null): Promise<Reply> {
    const user = found && (await this.signIn.find({ ...found.user, stamp: null }));
    const { rule } = user && found.right ? await this.ways.mayUse(BY_PASSKEY, user) : { rule: null };
    if (user) this.signIn.noteFailure(user, rule);
    else this.securityLog.attempt('sign_in.unknown_passkey');
    const reason = translated(rule ?? deferred('it is not known here, or its answer was used already'));
    const title = t('You are not signed in');
    const body = html`<h1>${title}</h1>
      <p role="alert">${t('The passkey was refused: {reason}.', { reason })}</p>
      <p class="links"><a href="${this.pages.root}/sign-in">${t('Back to sign-in')}</a></p>`;
    return this.pages.page({ title, status: 401, body });
  }
}
