import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';

/** An entry of the trail, as far as a policy could have been asked. */
export interface Attempt {
  id: string;
  timestamp: string;
  actor_type: string;
  actor_id: string | null;
  actor_email: string | null;
  action: string;
  resource_type: string;
  resource_id: string | null;
  outcome: string;
  shares: boolean;
}

@Injectable()
export class SimulationRepository {
  constructor(private readonly database: Database) {}

  /** What the trail of the workspace has between two times, the newest first, in portions: by the index of its list. */
  attempts(from: string, to: string, most: number): AsyncGenerator<Attempt[]> {
    return this.database.rows<Attempt>(
      `select id, timestamp, actor_type, actor_id, actor_email, action, resource_type, resource_id, outcome,
         coalesce(jsonb_exists(changes, 'permissions'), false) as shares
       from audit_entries where workspace_id = $1 and timestamp >= $2 and timestamp < $3
       order by timestamp desc, id desc limit $4`,
      [currentContext().workspaceId, from, to, most],
    );
  }
}
