import { Injectable } from '@nestjs/common';
import { currentContext, Database, type Denial, Guardrails } from '../../platform/index.js';
import { nameOf } from './evaluation.js';
import type { Policy } from './policy.entity.js';

export type ActivePolicy = Pick<Policy, 'id' | 'effect' | 'principals' | 'resources' | 'actions'>;

const COLUMNS = 'id, effect, principals, resources, actions';

/** Reads the active policies of a workspace together, and answers the platform which of them deny. */
@Injectable()
export class PolicyStore {
  constructor(
    private readonly database: Database,
    guardrails: Guardrails,
  ) {
    guardrails.answers(async (workspaceId) => {
      const { rows } = await database.execute<ActivePolicy>(
        `select ${COLUMNS} from policies where workspace_id = $1 and status = 'active' and effect = 'deny' order by created_at, id`,
        [workspaceId],
      );
      return rows.map(denialOf);
    });
  }

  /** All that are active, the oldest first. */
  active(): Promise<ActivePolicy[]> {
    return this.database.read<ActivePolicy>(
      `select ${COLUMNS} from policies where workspace_id = $1 and status = 'active' order by created_at, id`,
      [currentContext().workspaceId],
    );
  }

  /** How many there are. Until the unit of work ends nobody else of the workspace adds or activates one. */
  async lock(): Promise<number> {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('policies ' || $1, 0))`, [workspaceId]);
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from policies where workspace_id = $1',
      [workspaceId],
    );
    return row!.n;
  }
}

export const denialOf = ({ id, principals, resources, actions }: ActivePolicy): Denial => ({
  id,
  principals: principals.map(nameOf),
  resources,
  actions,
});
