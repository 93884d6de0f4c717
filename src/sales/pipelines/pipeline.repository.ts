import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import type { Stage } from './stages/stage.entity.js';

const STAGE = 'workspace_id, id, pipeline_id, name, probability, created_at, updated_at, revision';

/** What pipelines ask the database beyond single records. */
@Injectable()
export class PipelineRepository {
  constructor(private readonly database: Database) {}

  /** The stages of a pipeline, in no order. */
  stagesOf(pipelineId: string): Promise<Stage[]> {
    return this.database.read<Stage>(`select ${STAGE} from sales_stages where workspace_id = $1 and pipeline_id = $2`, [
      currentContext().workspaceId,
      pipelineId,
    ]);
  }

  /** The pipeline that has been there longest, or null. */
  async oldest(): Promise<string | null> {
    const [found] = await this.database.read<{ id: string }>(
      'select id from sales_pipelines where workspace_id = $1 order by created_at, id limit 1',
      [currentContext().workspaceId],
    );
    return found?.id ?? null;
  }

  /** Pipelines of the workspace are made one after the other, so that they can be counted. */
  async lockPipelines(): Promise<void> {
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('sales-pipelines ' || $1, 0))`, [
      currentContext().workspaceId,
    ]);
  }

  async pipelineCount(): Promise<number> {
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from sales_pipelines where workspace_id = $1',
      [currentContext().workspaceId],
    );
    return row!.n;
  }
}
