import { Injectable } from '@nestjs/common';
import { type Condition, currentContext, Database } from '../../platform/index.js';
import type { Stage } from '../pipelines/stage.entity.js';

/** Deals per batch. */
const BATCH_SIZE = 500;

/** Queries on deals and their links. */
@Injectable()
export class DealRepository {
  constructor(private readonly database: Database) {}

  /**
   * Existing contacts among these, with their primaries. Locked in share mode against merge and deletion until the end of the
   * transaction.
   */
  async holdContacts(ids: string[]): Promise<Map<string, string | null>> {
    if (!ids.length) return new Map();
    const found = await this.database.write<{ id: string; merged_into_id: string | null }>(
      `select id, merged_into_id from sales_contacts
       where workspace_id = $1 and id = any($2) and deleted_at is null order by id for share`,
      [currentContext().workspaceId, ids],
    );
    return new Map(found.map(({ id, merged_into_id }) => [id, merged_into_id]));
  }

  /** Those of these deals that have activities. */
  async withActivities(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.database.read<{ id: string }>(
      `select distinct deal_id as id from sales_activities where workspace_id = $1 and deal_id = any($2::text[])`,
      [currentContext().workspaceId, ids],
    );
    return new Set(found.map(({ id }) => id));
  }

  /** Whether an open deal is linked to the project. */
  async anyOpenOf(projectId: string): Promise<boolean> {
    const [found] = await this.database.read(
      `select 1 from sales_deals where workspace_id = $1 and project_id = $2 and status = 'open' limit 1`,
      [currentContext().workspaceId, projectId],
    );
    return found !== undefined;
  }

  /**
   * A batch of open deals in a stage. The stage is compared twice, because after waiting for a row lock PostgreSQL re-evaluates
   * only the outer condition, which must exclude a deal that has left the stage meanwhile.
   */
  someOpenIn({ workspace_id, pipeline_id, id }: Stage): Condition {
    const within = 'pipeline_id = ? and open_stage_id = ?';
    const some = `select id from sales_deals where workspace_id = ? and ${within} limit ${BATCH_SIZE}`;
    return [`${within} and id in (${some})`, pipeline_id, id, workspace_id, pipeline_id, id];
  }
}
