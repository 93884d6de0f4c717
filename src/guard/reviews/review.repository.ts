import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import type { Policy } from '../policies/policy.entity.js';

export type AskingPolicy = Pick<Policy, 'id' | 'name' | 'effect' | 'approvers' | 'approvals' | 'expires_in_hours'>;

/** Reads what requests wait for. Raw SQL, because policies do not bind who reads them here. */
@Injectable()
export class ReviewRepository {
  constructor(private readonly database: Database) {}

  /** Policies by id, whatever their status; deleted ones are left out. */
  policies(ids: readonly string[]): Promise<AskingPolicy[]> {
    return this.database.read<AskingPolicy>(
      `select id, name, effect, approvers, approvals, expires_in_hours from policies
        where workspace_id = $1 and id = any($2::text[]) order by created_at, id`,
      [currentContext().workspaceId, ids],
    );
  }

  /** Serializes the requests of a person, until the end of the transaction. */
  async lock(userId: string): Promise<void> {
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('reviews ' || $1, 0))`, [userId]);
  }

  /** The same request that waits, or null. */
  async waiting(fingerprint: string): Promise<{ id: string; expires_at: string } | null> {
    const [row] = await this.database.read<{ id: string; expires_at: string }>(
      `select id, expires_at from reviews where workspace_id = $1 and fingerprint = $2 and status = 'pending'`,
      [currentContext().workspaceId, fingerprint],
    );
    return row ?? null;
  }

  async countPending(userId: string): Promise<number> {
    const [row] = await this.database.read<{ n: number }>(
      `select count(*)::int as n from reviews where workspace_id = $1 and requested_by = $2 and status = 'pending'`,
      [currentContext().workspaceId, userId],
    );
    return row!.n;
  }
}
