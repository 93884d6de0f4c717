import { Injectable } from '@nestjs/common';
import { type Changes, currentContext, Database } from '../../platform/index.js';
import type { AuditEntry } from '../audit-logs/audit-entry.entity.js';

const COLUMNS = [
  'id',
  'timestamp',
  'actor_type',
  'actor_id',
  'actor_email',
  'client_id',
  'client_name',
  'action',
  'resource_type',
  'resource_id',
  'outcome',
] as const satisfies (keyof AuditEntry)[];

/** The columns of an entry that policies depend on. */
export type Attempt = Pick<AuditEntry, (typeof COLUMNS)[number]> & { shares: boolean; changes: Changes | null };

@Injectable()
export class SimulationRepository {
  constructor(private readonly database: Database) {}

  /**
   * The entries of the workspace between two times, the newest first, in portions, by the index of the list. Their changes are
   * large, so they are read only for policies with a condition.
   */
  attempts(from: string, to: string, most: number, withChanges: boolean): AsyncGenerator<Attempt[]> {
    return this.database.rows<Attempt>(
      `select ${COLUMNS.join(', ')},
         coalesce(jsonb_exists(changes, 'permissions'), false) as shares, ${withChanges ? 'changes' : 'null as changes'}
       from audit_entries where workspace_id = $1 and timestamp >= $2 and timestamp < $3
       order by timestamp desc, id desc limit $4`,
      [currentContext().workspaceId, from, to, most],
    );
  }
}
