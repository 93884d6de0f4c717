import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import type { Policy } from './policy.entity.js';

export type Rules = Pick<Policy, 'principals' | 'resources' | 'actions'>;
export type ActivePolicy = Rules & Pick<Policy, 'id' | 'effect'>;

const COLUMNS = 'id, effect, principals, resources, actions';

/** Reads policies for those who enforce them. As SQL: the store asks the policies itself. */
@Injectable()
export class PolicyRepository {
  constructor(private readonly database: Database) {}

  /** The active policies of a workspace that deny, the oldest first. */
  async denying(workspaceId: string): Promise<ActivePolicy[]> {
    const { rows } = await this.database.execute<ActivePolicy>(
      `select ${COLUMNS} from policies where workspace_id = $1 and status = 'active' and effect = 'deny' order by created_at, id`,
      [workspaceId],
    );
    return rows;
  }

  /** All that are active, the oldest first. */
  active(): Promise<ActivePolicy[]> {
    return this.database.read<ActivePolicy>(
      `select ${COLUMNS} from policies where workspace_id = $1 and status = 'active' order by created_at, id`,
      [currentContext().workspaceId],
    );
  }

  /** How many there are. Until the unit of work ends nobody else of the workspace adds or activates one. */
  async lockedCount(): Promise<number> {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('policies ' || $1, 0))`, [workspaceId]);
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from policies where workspace_id = $1',
      [workspaceId],
    );
    return row!.n;
  }
}
