import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, hashOf } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';
import type { Factor } from './factor.entity.js';

type Owner = Pick<User, 'workspace_id' | 'id'>;

/** A factor as its user sees it. */
export type OwnFactor = Pick<Factor, 'id' | 'type' | 'name' | 'created_at' | 'last_used_at'>;

/** Retention of used challenges; longer than the lifetime of their forms. */
const RETENTION_SECONDS = 3_600;

/**
 * Reads factors regardless of visibility, and updates state that changes with each use, without a new revision. Raw SQL,
 * because codes and challenges are checked and consumed in one atomic statement.
 */
@Injectable()
export class FactorRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** All factors of a user, the oldest first. */
  of({ workspace_id, id }: Owner): Promise<OwnFactor[]> {
    return this.database.read<OwnFactor>(
      `select id, type, name, created_at, last_used_at from factors
        where workspace_id = $1 and user_id = $2 order by created_at, id`,
      [workspace_id, id],
    );
  }

  /** The authenticator app of a user. Needs a unit of work. */
  async totpOf({ workspace_id, id }: Owner): Promise<Pick<Factor, 'workspace_id' | 'id' | 'secret'> | null> {
    const [factor] = await this.database.write<Pick<Factor, 'workspace_id' | 'id' | 'secret'>>(
      `select workspace_id, id, secret from factors where workspace_id = $1 and user_id = $2 and type = 'totp'`,
      [workspace_id, id],
    );
    return factor ?? null;
  }

  /** Consumes a time step; false if it or a later one was used. Needs a unit of work. */
  async useStep({ workspace_id, id }: Pick<Factor, 'workspace_id' | 'id'>, step: number): Promise<boolean> {
    const used = await this.database.write(
      `update factors set last_step = $3, last_used_at = $4
        where workspace_id = $1 and id = $2 and (last_step is null or last_step < $3) returning 1`,
      [workspace_id, id, step, this.clock.iso()],
    );
    return used.length > 0;
  }

  /** Credential ids of the passkeys of a user. */
  async credentialIdsOf({ workspace_id, id }: Owner): Promise<string[]> {
    const known = await this.database.read<{ credential_id: string }>(
      `select credential_id from factors where workspace_id = $1 and user_id = $2 and type = 'passkey'`,
      [workspace_id, id],
    );
    return known.map(({ credential_id }) => credential_id);
  }

  /** Finds and locks a passkey in any workspace. Needs a unit of work. */
  async lockPasskey(credentialId: string): Promise<Factor | null> {
    const [factor] = await this.database.write<Factor>('select * from factors where credential_id = $1 for update', [
      credentialId,
    ]);
    return factor ?? null;
  }

  /** Updates last use and signature counter of a passkey. Needs a unit of work. */
  async notePasskey({ workspace_id, id }: Pick<Factor, 'workspace_id' | 'id'>, counter: number): Promise<void> {
    await this.database.write(
      'update factors set counter = $3, last_used_at = $4 where workspace_id = $1 and id = $2',
      [workspace_id, id, counter, this.clock.iso()],
    );
  }

  /** Consumes a challenge; false if it was used before. Needs a unit of work. */
  async useChallenge(challenge: string): Promise<boolean> {
    const used = await this.database.write(
      `insert into used_challenges (workspace_id, hash, expires_at) values ($1, $2, $3) on conflict do nothing returning 1`,
      [currentContext().workspaceId, hashOf(challenge), this.clock.iso(RETENTION_SECONDS)],
    );
    return used.length > 0;
  }
}
