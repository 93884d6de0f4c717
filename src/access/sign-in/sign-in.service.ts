import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { AuditTrail, currentContext, InjectStore, type ResourceStore } from '../../platform/index.js';
import { Passwords } from '../passwords/passwords.service.js';
import { domainOf } from '../identity-providers/identity-providers.service.js';
import { SecurityLog } from './security-log.js';
import { sessions } from '../sessions/session.resource.js';
import { User } from '../users/user.entity.js';
import { type Candidate, UserRepository } from '../users/user.repository.js';

/** An authenticated user. */
export interface Proven {
  workspace_id: string;
  id: string;
  /** Digest of the password hash, to detect a password change. Null if the proof was not a password. */
  stamp: string | null;
}

/** One of those, where there may be several. */
export type Choice = Proven & { workspace_name: string };

/** Identifies a user by their password. */
@Injectable()
export class SignIn implements OnModuleDestroy {
  readonly #logger = new Logger('SignIn');
  /** Failures being recorded in the background, so that timing does not reveal whether an account exists. */
  readonly #notes = new Set<Promise<void>>();

  constructor(
    private readonly repository: UserRepository,
    private readonly passwords: Passwords,
    private readonly audit: AuditTrail,
    private readonly securityLog: SecurityLog,
    @InjectStore(User) private readonly users: ResourceStore<User>,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#notes);
  }

  /**
   * Users of an address with this password: several if workspaces share both. Null on any failure, in constant time: a fixed
   * number of hashes is verified.
   */
  async check(email: string, password: string, workspaceId: string | null): Promise<Choice[] | null> {
    const [candidates, workspaces] = await Promise.all([
      this.repository.candidates(email, workspaceId),
      this.repository.countWorkspaces(),
    ]);
    const rounds = workspaceId === null ? workspaces : 1;
    const right = await Promise.all(
      Array.from({ length: rounds }, (_, index) => this.passwords.verify(usableHash(candidates[index]), password)),
    );
    const matching: Candidate[] = [];
    for (const [index, candidate] of candidates.entries())
      if (right[index] && (await this.#mayUsePassword(candidate))) matching.push(candidate);
    if (!matching.length) {
      for (const candidate of candidates) this.noteFailure(candidate);
      if (!candidates.length) this.securityLog.attempt('sign_in.unknown_account', email);
      return null;
    }
    return Promise.all(
      matching.map(async ({ workspace_id, id, password_hash, workspace_name }) => {
        const current = await this.passwords.renew({ workspace_id, id, password_hash: password_hash! }, password);
        return { workspace_id, id, workspace_name, stamp: stampOf(current) };
      }),
    );
  }

  find({ workspace_id, id }: Proven): Promise<User | null> {
    currentContext().workspaceId = workspace_id;
    return this.users.find(id);
  }

  /** The user, locked, if they may still sign in and the password has not changed. Needs a unit of work. */
  async lock({ workspace_id, id, stamp }: Proven): Promise<User | null> {
    const context = currentContext();
    context.workspaceId = workspace_id;
    const user = await this.users.find(id, { lock: true });
    if (user?.status !== 'active') return null;
    return stamp === null || (user.password_hash && stampOf(user.password_hash) === stamp) ? user : null;
  }

  /**
   * Whether a user may sign in with a password, by the rules of workspace and identity providers. Owners always may, in case a
   * provider fails; that is recorded.
   */
  async #mayUsePassword({ workspace_id, id, email }: Candidate): Promise<boolean> {
    const found = await this.repository.passwordRulesOf({ workspace_id, id }, domainOf(email));
    if (!found?.restricted) return true;
    if (!found.owner) return false;
    const context = currentContext();
    context.workspaceId = workspace_id;
    context.actor = { type: 'user', id, email };
    await this.audit.note({
      action: `${sessions.type}.break_glass`,
      resource_type: sessions.type,
      resource_id: null,
      outcome: 'success',
      changes: null,
    });
    return true;
  }

  /** The name of the workspace of a user. */
  workspaceOf(user: User): Promise<string> {
    return this.repository.workspaceNameOf(user);
  }

  /** Without an authenticated user; only the account is known. */
  noteFailure({ workspace_id, email, status }: Pick<User, 'workspace_id' | 'email' | 'status'>): void {
    const context = currentContext();
    context.workspaceId = workspace_id;
    context.actor = { type: 'public', id: null, email };
    const note = this.audit
      .note({
        action: `${sessions.type}.created`,
        resource_type: sessions.type,
        resource_id: null,
        outcome: status === 'suspended' ? 'denied' : 'failure',
        changes: null,
      })
      .catch((error) => this.#logger.error(error, 'A failed sign-in could not be logged.'))
      .finally(() => this.#notes.delete(note));
    this.#notes.add(note);
  }
}

export const stampOf = (passwordHash: string) => createHash('sha256').update(passwordHash).digest('base64url');

const usableHash = (candidate: Candidate | undefined) =>
  candidate?.status === 'active' ? candidate.password_hash : null;
