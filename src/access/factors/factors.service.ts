import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import {
  AuditTrail,
  Clock,
  currentContext,
  Database,
  InjectStore,
  Mail,
  type Page,
  type ResourceStore,
  Secrets,
} from '../../platform/index.js';
import { checkHolds } from '../roles/roles.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../users/user.entity.js';
import { EFFECTIVE_ROLES } from '../users/user-credential.js';
import { type FactorQuery, FactorView } from './factor.dto.js';
import { Factor } from './factor.entity.js';
import { factors } from './factor.resource.js';
import { factorRemovedMail } from './factors.mail.js';
import { RecoveryCodes } from './recovery-codes.js';
import { stepOf } from './totp.js';

/** Bytes of a TOTP secret, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A factor in a list of one's own. */
export type OwnFactor = Pick<Factor, 'id' | 'type' | 'name' | 'created_at' | 'last_used_at'>;

/** Second factors of users (D-SIGN-3). */
@Injectable()
export class FactorsService {
  constructor(
    @InjectStore(Factor) private readonly store: ResourceStore<Factor>,
    @InjectStore(User) private readonly users: ResourceStore<User>,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly sessions: SessionsService,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly audit: AuditTrail,
    private readonly mail: Mail,
  ) {}

  list(query: FactorQuery): Promise<Page<FactorView>> {
    return this.store.page(query, FactorView);
  }

  /** All factors of a user, the oldest first. */
  of({ workspace_id, id }: Pick<User, 'workspace_id' | 'id'>): Promise<OwnFactor[]> {
    return this.database.read<OwnFactor>(
      `select id, type, name, created_at, last_used_at from factors
        where workspace_id = $1 and user_id = $2 order by created_at, id`,
      [workspace_id, id],
    );
  }

  /** A secret for a new authenticator app. */
  newSecret(): Buffer {
    return randomBytes(SECRET_BYTES);
  }

  /**
   * Sets up an authenticator app for a user, if the code is one of it, and answers their recovery codes; else null. Needs a unit
   * of work.
   */
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

  /** Whether a code of the user's authenticator app, or a recovery code, is right. It works once. Needs a unit of work. */
  async useCode(user: User, code: string): Promise<boolean> {
    return (await this.#useTotp(user, digitsOf(code))) || (await this.#useRecoveryCode(user, code));
  }

  /** New recovery codes in the place of those before. Needs a unit of work. */
  async renewRecoveryCodes(user: User): Promise<string[]> {
    const codes = await this.recoveryCodes.renew(user);
    await this.#note('recovery_codes_renewed', null);
    return codes;
  }

  /** Removes a factor of somebody else, whose sessions end, but for the one of the caller. Needs a unit of work. */
  async removeAsAdmin(factor: Factor): Promise<void> {
    const user = await this.users.get(factor.user_id, { lock: true });
    const { credential } = currentContext();
    const [found] = await this.database.read<{ roles: string[] }>(
      `select ${EFFECTIVE_ROLES} as roles from users u where u.workspace_id = $1 and u.id = $2`,
      [user.workspace_id, user.id],
    );
    // Whoever removes a factor needs no more than the password, or a mailbox, to become the user.
    checkHolds(credential, found!.roles);
    await this.remove(factor, user);
    await this.sessions.endAll({ user_id: user.id }, 'factor_removed', { except: credential?.id });
  }

  /** Removes a factor and tells its user by mail. Recovery codes stand for an authenticator app, so they go with it. */
  async remove(factor: Factor, user: User): Promise<void> {
    await this.store.remove(factor);
    if (factor.type === 'totp') await this.recoveryCodes.remove(user);
    const [workspace] = await this.database.read<{ name: string }>('select name from workspaces where id = $1', [
      user.workspace_id,
    ]);
    await this.mail.send(factorRemovedMail(user, factor, workspace!.name));
  }

  async #useTotp(user: User, code: string): Promise<boolean> {
    const [factor] = await this.database.write<Pick<Factor, 'id' | 'secret'>>(
      `select id, secret from factors where workspace_id = $1 and user_id = $2 and type = 'totp'`,
      [user.workspace_id, user.id],
    );
    const step = factor && stepOf(Buffer.from(this.secrets.decrypt(factor.secret!), 'base64'), code, this.clock.now());
    if (step === null || step === undefined) return false;
    // No change to tell of, so it takes no new revision.
    const used = await this.database.write(
      `update factors set last_step = $3, last_used_at = $4
        where workspace_id = $1 and id = $2 and (last_step is null or last_step < $3) returning 1`,
      [user.workspace_id, factor!.id, step, this.clock.iso()],
    );
    return used.length > 0;
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
