import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database, deferred, type Reply, t, translated } from '../../platform/index.js';
import { recoveryCodesBody } from '../factors/factor.pages.js';
import { FactorsService } from '../factors/factors.service.js';
import { actAs, type Proof } from '../pages/browser-session.js';
import { Pages } from '../pages/pages.js';
import { FormPage } from '../pages/public-page.js';
import type { User } from '../users/user.entity.js';
import { CODE, Entrance, SET_UP, type SetUpStep, type Step } from './entrance.js';
import { SignIn } from './sign-in.service.js';
import { Throttle } from './throttle.js';

const WRONG = deferred('The code is wrong, or has been used already.');

/** The second step of a sign-in. The ticket in the form proves the first one. */
@Controller('sign-in')
export class SecondFactorController {
  constructor(
    private readonly pages: Pages,
    private readonly throttle: Throttle,
    private readonly entrance: Entrance,
    private readonly signIn: SignIn,
    private readonly factors: FactorsService,
    private readonly database: Database,
  ) {}

  @Post('code')
  @FormPage('Users enter a code after their password; a ticket of this browser proves that it was right.')
  async code(
    @Body() form: URLSearchParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    const step = this.pages.open<Step>(CODE, form.get('ticket'), request);
    if (!step) return this.#startAgain();
    const { who, proof, returnTo } = step;
    const known = await this.signIn.find(who);
    if (!known) return this.#startAgain();
    let user: User | null = null;
    const entered = await this.throttle.attemptCode(request, known, () =>
      this.database.transaction(async () => {
        user = await this.signIn.lock(who);
        if (!user) return 'gone';
        actAs(user);
        if (!(await this.factors.useCode(user, form.get('code') ?? ''))) return null;
        return (await this.entrance.enter(response, user, withCode(proof))) ? 'in' : 'gone';
      }),
    );
    if (entered === 'in') return this.entrance.goOn(returnTo);
    if (entered === 'gone') return this.#startAgain();
    this.signIn.noteFailure(user!);
    return this.entrance.askForCode(request, response, step, translated(WRONG));
  }

  @Post('set-up')
  @FormPage('Users set up a second factor that their workspace demands; a ticket proves that the password was right.')
  async setUp(
    @Body() form: URLSearchParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply> {
    const step = this.pages.open<SetUpStep>(SET_UP, form.get('ticket'), request);
    if (!step) return this.#startAgain();
    const { who, proof, secret, returnTo } = step;
    const done = await this.database.transaction(async () => {
      const user = await this.signIn.lock(who);
      // A concurrent sign-in may have set one up.
      if (!user || (await this.entrance.need(user, proof)) !== 'set-up') return null;
      actAs(user);
      const codes = await this.factors.addTotp(user, Buffer.from(secret, 'base64'), form.get('code') ?? '');
      if (codes) await this.entrance.enter(response, user, withCode(proof));
      return { user, codes };
    });
    if (!done) return this.#startAgain();
    if (!done.codes) return this.entrance.askToSetUp(request, response, step, done.user, translated(WRONG));
    const body = recoveryCodesBody(done.codes, this.entrance.onward(returnTo));
    return this.pages.page({ title: t('Keep your recovery codes'), body });
  }

  #startAgain(): Reply {
    return this.pages.goTo('/sign-in');
  }
}

const withCode = ({ method, amr }: Proof): Proof => ({ method, amr: [...amr, 'otp', 'mfa'] });
