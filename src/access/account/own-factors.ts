import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import {
  conflict,
  currentLanguage,
  Database,
  deferred,
  forbidden,
  InjectStore,
  notFound,
  type ResourceStore,
} from '../../platform/index.js';
import { Factor } from '../factors/factor.entity.js';
import { FactorsService } from '../factors/factors.service.js';
import { Passkeys } from '../factors/passkeys.service.js';
import { BrowserSessions, type SignedInBrowser } from '../pages/browser-session.js';
import { AccessSettingsService } from '../settings/settings.service.js';
import type { User } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';

/** Changes of second factors by the signed-in user. Each runs alone, under the lock of the user. */
@Injectable()
export class OwnFactors {
  constructor(
    private readonly factors: FactorsService,
    private readonly passkeys: Passkeys,
    private readonly settings: AccessSettingsService,
    private readonly users: UserRepository,
    private readonly browsers: BrowserSessions,
    private readonly database: Database,
    @InjectStore(Factor) private readonly store: ResourceStore<Factor>,
  ) {}

  async hasTotp(user: User): Promise<boolean> {
    return (await this.factors.of(user)).some(({ type }) => type === 'totp');
  }

  /** Recovery codes, or null if the code is wrong. */
  addTotp(request: Request, { user }: SignedInBrowser, secret: Buffer, code: string) {
    return this.#change(request, user, () => this.factors.addTotp(user, secret, code));
  }

  addPasskey(request: Request, { user }: SignedInBrowser, name: string, challenge: string, answer: string) {
    return this.#change(request, user, () => this.passkeys.add(user, name, challenge, answer));
  }

  renewRecoveryCodes(request: Request, { user }: SignedInBrowser) {
    return this.#change(request, user, async () => {
      if (!(await this.hasTotp(user))) throw conflict(deferred('Set up an authenticator app first.'));
      return this.factors.renewRecoveryCodes(user);
    });
  }

  remove(request: Request, { user }: SignedInBrowser, id: string): Promise<void> {
    return this.#change(request, user, async () => {
      const factor = await this.store.find(id, { lock: true });
      if (factor?.user_id !== user.id) throw notFound(deferred('You have no such sign-in method.'));
      const others = (await this.factors.of(user)).length - 1;
      if (!others && (await this.settings.demandFactor(user)))
        throw conflict(
          deferred('Your workspace demands a second step. Set up another sign-in method before you remove this one.'),
        );
      await this.factors.remove(factor, user, currentLanguage());
    });
  }

  #change<T>(request: Request, user: User, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.users.lock(user);
      const result = await work();
      // Checked under the lock of the user, which ending all sessions takes too.
      if (!(await this.browsers.current(request)))
        throw forbidden(deferred('You have been signed out. Sign in again.'));
      return result;
    });
  }
}
