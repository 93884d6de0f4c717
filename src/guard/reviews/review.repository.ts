import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import type { Policy } from '../policies/policy.entity.js';
import type { ReviewNeed } from './review.entity.js';

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

  /** Gives waiting reviews the need of a policy as it is now, and the approvers that follow from it. */
  async refresh(need: ReviewNeed): Promise<void> {
    await this.database.write(
      `update reviews r
          set needs = n.needs, revision = revision + 1, approvers = array(
            select distinct name from jsonb_array_elements(n.needs) need, jsonb_array_elements_text(need -> 'approvers') name)
         from (
           select w.id, (
             select jsonb_agg(case when need ->> 'policy_id' = $2 then $3::jsonb else need end)
               from jsonb_array_elements(w.needs) need) as needs
             from reviews w where w.workspace_id = $1 and w.status = 'pending' and w.policies @> array[$2::text]) n
        where r.workspace_id = $1 and r.id = n.id`,
      [currentContext().workspaceId, need.policy_id, JSON.stringify(need)],
    );
  }

  /** The newest reviews that wait for a policy. */
  waitingFor(policyId: string, limit: number): Promise<{ id: string; requested_by: string }[]> {
    return this.database.read<{ id: string; requested_by: string }>(
      `select id, requested_by from reviews where workspace_id = $1 and status = 'pending' and policies @> array[$2::text]
        order by created_at desc, id desc limit ${limit}`,
      [currentContext().workspaceId, policyId],
    );
  }

  /** The newest reviews that wait for one of these principals, locked: none is decided while people are told of it. */
  waitingForAnyOf(
    names: readonly string[],
    limit: number,
  ): Promise<{ id: string; requested_by: string; approved_by: string[] }[]> {
    return this.database.write<{ id: string; requested_by: string; approved_by: string[] }>(
      `select id, requested_by, approved_by from reviews
        where workspace_id = $1 and status = 'pending' and approvers && $2::text[] order by created_at desc, id desc limit ${limit}
          for share`,
      [currentContext().workspaceId, names],
    );
  }

  async countPending(userId: string): Promise<number> {
    const [row] = await this.database.read<{ n: number }>(
      `select count(*)::int as n from reviews where workspace_id = $1 and requested_by = $2 and status = 'pending'`,
      [currentContext().workspaceId, userId],
    );
    return row!.n;
  }
}
