import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import type { Policy } from './policy.entity.js';

export type Rules = Pick<Policy, 'principals' | 'resources' | 'actions' | 'when'> & Partial<Pick<Policy, 'effect'>>;
export type ActivePolicy = Rules & Pick<Policy, 'id' | 'effect'>;

const COLUMNS = 'id, effect, principals, resources, actions, "when"';

/** Reads policies for enforcement. Raw SQL, because the store itself checks policies. */
@Injectable()
export class PolicyRepository {
  constructor(private readonly database: Database) {}

  /** Active policies of a workspace that deny or ask for approvals, oldest first. */
  async enforced(workspaceId: string): Promise<ActivePolicy[]> {
    const { rows } = await this.database.execute<ActivePolicy>(
      `select ${COLUMNS} from policies where workspace_id = $1 and status = 'active' and effect in ('deny', 'review') order by created_at, id`,
      [workspaceId],
    );
    return rows;
  }

  /** All active policies, oldest first. */
  active(): Promise<ActivePolicy[]> {
    return this.database.read<ActivePolicy>(
      `select ${COLUMNS} from policies where workspace_id = $1 and status = 'active' order by created_at, id`,
      [currentContext().workspaceId],
    );
  }

  /** Counts policies under a lock, so that no other request of the workspace adds or activates one meanwhile. */
  async countWithLock(): Promise<number> {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('policies ' || $1, 0))`, [workspaceId]);
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from policies where workspace_id = $1',
      [workspaceId],
    );
    return row!.n;
  }
}
