import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import type { Stage } from './stage.entity.js';

type FoundStage = Pick<Stage, 'id' | 'name' | 'pipeline_id'>;

/**
 * Questions about stages that the store does not answer. A stage may be deleted a moment later: a foreign key of active
 * applications notices it.
 */
@Injectable()
export class StageRepository {
  constructor(private readonly database: Database) {}

  /** The stages of some pipelines, in no order. */
  ofPipelines(ids: string[]): Promise<FoundStage[]> {
    return this.database.read<FoundStage>(
      'select id, name, pipeline_id from careers_stages where workspace_id = $1 and pipeline_id = any ($2)',
      [currentContext().workspaceId, ids],
    );
  }

  /** A stage of a job's pipeline; null where that has none with this id. */
  async find(jobId: string, stageId: string): Promise<FoundStage | null> {
    const [stage] = await this.database.lookup<FoundStage>(
      `select s.id, s.name, s.pipeline_id from jobs j
         join careers_stages s on s.workspace_id = j.workspace_id and s.pipeline_id = j.pipeline_id
        where j.workspace_id = $1 and j.id = $2 and s.id = $3`,
      [currentContext().workspaceId, jobId, stageId],
    );
    return stage ?? null;
  }

  /** The first stage of a job's pipeline. */
  async first(jobId: string): Promise<string> {
    const [first] = await this.database.lookup<{ id: string }>(
      `select p.stage_ids[1] as id from jobs j
         join careers_pipelines p on p.workspace_id = j.workspace_id and p.id = j.pipeline_id
        where j.workspace_id = $1 and j.id = $2`,
      [currentContext().workspaceId, jobId],
    );
    return first!.id;
  }
}
