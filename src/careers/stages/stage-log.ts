import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import type { Stage } from './stage.entity.js';

type FoundStage = Pick<Stage, 'id' | 'name' | 'pipeline_id'>;

/**
 * Questions about stages that the store does not answer. Whoever puts applications into a stage holds it: then it is not
 * deleted until the transaction ends, and one that is being deleted is waited for.
 */
@Injectable()
export class StageLog {
  constructor(private readonly database: Database) {}

  /** The stages of some pipelines, in no order. */
  ofPipelines(ids: string[]): Promise<FoundStage[]> {
    return this.database.read<FoundStage>(
      'select id, name, pipeline_id from careers_stages where workspace_id = $1 and pipeline_id = any ($2)',
      [currentContext().workspaceId, ids],
    );
  }

  /** The stage; null where the pipeline has none with this id. */
  async hold(pipelineId: string, stageId: string): Promise<FoundStage | null> {
    const [stage] = await this.database.write<FoundStage>(
      `select id, name, pipeline_id from careers_stages where workspace_id = $1 and pipeline_id = $2 and id = $3 for key share`,
      [currentContext().workspaceId, pipelineId, stageId],
    );
    return stage ?? null;
  }

  /** The first stage of a pipeline. */
  async holdFirst(pipelineId: string): Promise<FoundStage> {
    for (;;) {
      const [first] = await this.database.write<{ id: string }>(
        'select stage_ids[1] as id from careers_pipelines where workspace_id = $1 and id = $2',
        [currentContext().workspaceId, pipelineId],
      );
      // Where it is deleted just now, another one is the first by then.
      const stage = await this.hold(pipelineId, first!.id);
      if (stage) return stage;
    }
  }
}
