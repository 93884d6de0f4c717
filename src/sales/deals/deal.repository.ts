import { Injectable } from '@nestjs/common';
import { type Condition, currentContext, Database } from '../../platform/index.js';
import type { Stage } from '../pipelines/stage.entity.js';

/** Deals that are moved at a time. */
const BATCH_SIZE = 500;

/** Questions about deals and their links that the store does not answer. */
@Injectable()
export class DealRepository {
  constructor(private readonly database: Database) {}

  /**
   * Those of these contacts that exist, each with the one that it is merged into. They are locked in share mode: none is
   * merged or removed before the transaction ends.
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

  /** Whether an open deal is linked to the project. */
  async anyOpenOf(projectId: string): Promise<boolean> {
    const [found] = await this.database.read(
      `select 1 from sales_deals where workspace_id = $1 and project_id = $2 and status = 'open' limit 1`,
      [currentContext().workspaceId, projectId],
    );
    return found !== undefined;
  }

  /**
   * Some of the open deals in a stage. The stage is compared twice, because after waiting for the lock of a deal, PostgreSQL
   * compares only the outer condition again: a deal that has left the stage meanwhile does not match it.
   */
  someOpenIn({ workspace_id, pipeline_id, id }: Stage): Condition {
    const within = 'pipeline_id = ? and open_stage_id = ?';
    const some = `select id from sales_deals where workspace_id = ? and ${within} limit ${BATCH_SIZE}`;
    return [`${within} and id in (${some})`, pipeline_id, id, workspace_id, pipeline_id, id];
  }
}
