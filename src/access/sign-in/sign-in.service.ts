import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { AuditTrail, currentContext, InjectStore, type ResourceStore } from '../../platform/index.js';
import { Passwords } from '../passwords/passwords.service.js';
import { BY_PASSWORD } from '../pages/browser-session.js';
import { SecurityLog } from './security-log.js';
import { sessions } from '../sessions/session.resource.js';
import { Throttle } from './throttle.js';
import { Ways } from './ways.js';
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
    private readonly throttle: Throttle,
    private readonly ways: Ways,
    @InjectStore(User) private readonly users: ResourceStore<User>,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#notes);
  }

  /**
   * Users of an address with this password: several if workspaces share both. Null on any failure, in constant time: a fixed
   * number of hashes is verified. 429 after too many failures.
   */
  async check(request: Request, email: string, password: string, workspaceId: string | null): Promise<Choice[] | null> {
    const [candidates, workspaces] = await Promise.all([
      this.repository.candidates(email, workspaceId),
      this.repository.countWorkspaces(),
    ]);
    const rounds = workspaceId === null ? workspaces : 1;
    const matching = await this.throttle.attempt(request, email, candidates, (open) =>
      this.#matching(open, password, rounds),
    );
    if (!candidates.length) this.securityLog.attempt('sign_in.unknown_account', email);
    if (!matching.length) return null;
    return Promise.all(
      matching.map(async ({ workspace_id, id, password_hash, workspace_name }) => {
        const current = await this.passwords.renew({ workspace_id, id, password_hash: password_hash! }, password);
        return { workspace_id, id, workspace_name, stamp: stampOf(current) };
      }),
    );
  }

  /** Those with this password who may use it. The audit trail of each of the others has the failure. */
  async #matching(candidates: readonly Candidate[], password: string, rounds: number): Promise<Candidate[]> {
    const right = await Promise.all(
      Array.from({ length: rounds }, (_, index) => this.passwords.verify(usableHash(candidates[index]), password)),
    );
    const matching: Candidate[] = [];
    for (const [index, candidate] of candidates.entries()) {
      const { may, rule } = right[index] ? await this.ways.mayUse(BY_PASSWORD, candidate) : { may: false, rule: null };
      if (may) matching.push(candidate);
      else this.noteFailure(candidate, rule);
    }
    return matching;
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

  /** The name of the workspace of a user. */
  workspaceOf(user: User): Promise<string> {
    return this.repository.workspaceNameOf(user);
  }

  /** A user who just proved who they are by setting their password. */
  provenBy({ workspace_id, id, password_hash }: User): Proven {
    return { workspace_id, id, stamp: stampOf(password_hash!) };
  }

  /** Without an authenticated user; only the account is known. `rule`: the rule that refused the right proof, if one did. */
  noteFailure(
    { workspace_id, email, status }: Pick<User, 'workspace_id' | 'email' | 'status'>,
    rule: string | null = null,
  ): void {
    const context = currentContext();
    context.workspaceId = workspace_id;
    context.actor = { type: 'public', id: null, email };
    const note = this.audit
      .note({
        action: `${sessions.type}.created`,
        resource_type: sessions.type,
        resource_id: null,
        outcome: status === 'suspended' || rule !== null ? 'denied' : 'failure',
        changes: rule === null ? null : { reason: { from: null, to: rule } },
      })
      .catch((error) => this.#logger.error(error, 'A failed sign-in could not be logged.'))
      .finally(() => this.#notes.delete(note));
    this.#notes.add(note);
  }
}

export const stampOf = (passwordHash: string) => createHash('sha256').update(passwordHash).digest('base64url');

const usableHash = (candidate: Candidate | undefined) =>
  candidate?.status === 'active' ? candidate.password_hash : null;
