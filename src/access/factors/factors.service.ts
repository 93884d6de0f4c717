import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import {
  AuditTrail,
  Clock,
  currentContext,
  InjectStore,
  type Language,
  Mail,
  type Page,
  type ResourceStore,
  Secrets,
} from '../../platform/index.js';
import { checkHolds } from '../roles/roles.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../users/user.entity.js';
import { UserRepository } from '../users/user.repository.js';
import { FactorView, type MyFactorsQuery } from './factor.dto.js';
import { Factor } from './factor.entity.js';
import { FactorRepository, type OwnFactor } from './factor.repository.js';
import { factors } from './factor.resource.js';
import { factorRemovedMail } from './factors.mail.js';
import { RecoveryCodes } from './recovery-codes.js';
import { stepOf } from './totp.js';

/** Bytes of a TOTP secret, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** Second factors of users (D-SIGN-3). */
@Injectable()
export class FactorsService {
  constructor(
    @InjectStore(Factor) private readonly store: ResourceStore<Factor>,
    @InjectStore(User) private readonly users: ResourceStore<User>,
    private readonly repository: FactorRepository,
    private readonly userRepository: UserRepository,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly sessions: SessionsService,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly audit: AuditTrail,
    private readonly mail: Mail,
  ) {
    secrets.keptIn('factors', ['secret'], { lasting: true });
  }

  list(query: MyFactorsQuery, within: { user_id?: string } = {}): Promise<Page<FactorView>> {
    return this.store.page(query, FactorView, within as Record<string, string>);
  }

  /** All factors of a user, the oldest first. */
  of(user: Pick<User, 'workspace_id' | 'id'>): Promise<OwnFactor[]> {
    return this.repository.of(user);
  }

  /** A secret for a new authenticator app. */
  newSecret(): Buffer {
    return randomBytes(SECRET_BYTES);
  }

  /** Adds an authenticator app if the code is valid, and returns recovery codes; else null. Needs a unit of work. */
  async addTotp(user: User, secret: Buffer, code: string): Promise<string[] | null> {
    const step = stepOf(secret, digitsOf(code), this.clock.now());
    if (step === null) return null;
    await this.store.create({
      user_id: user.id,
      type: 'totp',
      name: 'Authenticator app',
      secret: this.secrets.encrypt(secret.toString('base64')),
      last_step: step,
      last_used_at: this.clock.iso(),
    });
    return this.recoveryCodes.renew(user);
  }

  /** Verifies and consumes a TOTP or recovery code. Needs a unit of work. */
  async useCode(user: User, code: string): Promise<boolean> {
    return (await this.#useTotp(user, digitsOf(code))) || (await this.#useRecoveryCode(user, code));
  }

  /** Replaces the recovery codes. Needs a unit of work. */
  async renewRecoveryCodes(user: User): Promise<string[]> {
    const codes = await this.recoveryCodes.renew(user);
    await this.#note('recovery_codes_renewed', null);
    return codes;
  }

  /** Removes a factor of another user and ends their sessions. Needs a unit of work. */
  async removeAsAdmin(factor: Factor): Promise<void> {
    const user = await this.users.get(factor.user_id, { lock: true });
    const { credential } = currentContext();
    // Without the factor, knowing the password or reading the mailbox is enough to impersonate the user, so the caller must
    // hold their roles.
    checkHolds(credential, await this.userRepository.rolesOf(user));
    await this.remove(factor, user);
    await this.sessions.endAll({ user_id: user.id }, 'factor_removed', { except: credential?.id });
  }

  /** Removes a factor and notifies its user, in the `language` of their request if they do it themselves. Recovery codes belong to the authenticator app and are removed with it. */
  async remove(factor: Factor, user: User, language?: Language): Promise<void> {
    await this.store.remove(factor);
    if (factor.type === 'totp') await this.recoveryCodes.remove(user);
    const workspace = await this.userRepository.workspaceNameOf(user);
    const spoken = language ?? (await this.mail.languageFor(user.language));
    await this.mail.send(factorRemovedMail(user, factor, workspace, spoken));
  }

  async #useTotp(user: User, code: string): Promise<boolean> {
    const factor = await this.repository.totpOf(user);
    const step = factor && stepOf(Buffer.from(this.secrets.decrypt(factor.secret!), 'base64'), code, this.clock.now());
    return step !== null && this.repository.useStep(factor!, step);
  }

  async #useRecoveryCode(user: User, code: string): Promise<boolean> {
    if (!(await this.recoveryCodes.use(user, code))) return false;
    await this.#note('recovery_code_used', null);
    return true;
  }

  #note(verb: string, resource_id: string | null): Promise<void> {
    return this.audit.note({
      action: `${factors.type}.${verb}`,
      resource_type: factors.type,
      resource_id,
      outcome: 'success',
      changes: null,
    });
  }
}

/** Apps show a code in two groups. */
const digitsOf = (code: string) => code.replace(/\s/g, '');
