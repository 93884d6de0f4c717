import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { conflict, Database, deferred, forbidden, t } from '../../platform/index.js';
import { BrowserSessions, type SignedInBrowser } from '../pages/browser-session.js';
import { PasswordRules } from '../passwords/password-rules.js';
import { repeatProblem } from '../passwords/password-fields.js';
import { Passwords } from '../passwords/passwords.service.js';
import { Throttle } from '../sign-in/throttle.js';
import type { ChangeProblems } from './account.pages.js';

/** Change of password by the signed-in user. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly passwords: Passwords,
    private readonly rules: PasswordRules,
    private readonly throttle: Throttle,
    private readonly database: Database,
    private readonly browsers: BrowserSessions,
  ) {}

  /** Validation errors of the form, or null after the change. All other sessions end. */
  async change(
    request: Request,
    response: Response,
    { user, session }: SignedInBrowser,
    form: URLSearchParams,
  ): Promise<ChangeProblems | null> {
    if (user.password_hash === null) throw conflict(deferred('You have no password: you sign in in another way.'));
    const [given, password] = [form.get('current') ?? '', form.get('password') ?? ''];
    const right = await this.throttle.attemptOwn(request, user, async () =>
      (await this.passwords.verify(user.password_hash, given)) ? true : null,
    );
    const problems: ChangeProblems = {
      current: right ? null : t('The current password is wrong.'),
      password: await this.rules.problemOf(password, user),
      repeated: repeatProblem(password, form.get('repeated')),
    };
    if (Object.values(problems).some(Boolean)) return problems;
    const hash = await this.passwords.hash(password);
    await this.database.transaction(async () => {
      await this.passwords.set(user.id, hash, { keptSession: session.id });
      // Checked under the lock of the user, which ending all sessions takes too.
      if (!(await this.browsers.current(request)))
        throw forbidden(deferred('You have been signed out. Sign in again.'));
      await this.browsers.renewCookie(response, session);
    });
    return null;
  }
}
