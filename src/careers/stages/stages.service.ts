import { Injectable } from '@nestjs/common';
import {
  failure,
  InjectStore,
  inOrder,
  invalidField,
  type Page,
  placed,
  rearranged,
  type ResourceStore,
} from '../../platform/index.js';
import { StageApplications } from '../applications/stage-applications.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { MAX_STAGES } from '../pipelines/pipeline.resource.js';
import type { CreateStage, RemoveStage, StageQuery, StageView, UpdateStage } from '../pipelines/stage.dto.js';
import { Stage } from '../pipelines/stage.entity.js';
import { StageRepository } from '../pipelines/stage.repository.js';
import { STAGE_REMOVED, stages } from '../pipelines/stage.resource.js';

const TARGET = 'migrate_applications_to';

@Injectable()
export class StagesService {
  constructor(
    @InjectStore(Stage) private readonly store: ResourceStore<Stage>,
    @InjectStore(Pipeline) private readonly pipelines: ResourceStore<Pipeline>,
    private readonly repository: StageRepository,
    private readonly applications: StageApplications,
  ) {}

  async list(pipeline: Pipeline, query: StageQuery): Promise<Page<StageView>> {
    return this.store.pageOf(query, await this.#ofPipeline(pipeline), { pipeline_id: pipeline.id });
  }

  async show(stage: Stage): Promise<StageView> {
    return placeIn(await this.pipelines.get(stage.pipeline_id), stage);
  }

  async create(pipeline: Pipeline, { order, ...input }: CreateStage): Promise<StageView> {
    if (pipeline.stage_ids.length >= MAX_STAGES) throw failure(stages, 'tooMany');
    const stage = await this.store.create({ ...input, pipeline_id: pipeline.id });
    const stage_ids = placed(pipeline.stage_ids, stage.id, order);
    return placeIn(await this.pipelines.update(pipeline, { stage_ids }), stage);
  }

  async update(stage: Stage, { order, ...changes }: UpdateStage): Promise<StageView> {
    const pipeline = await this.pipelines.get(stage.pipeline_id, { lock: order !== undefined });
    const changed = await this.store.update(stage, changes);
    if (order === undefined) return placeIn(pipeline, changed);
    const stage_ids = placed(pipeline.stage_ids, stage.id, order);
    return placeIn(await this.pipelines.update(pipeline, { stage_ids }), changed);
  }

  async reorder(pipeline: Pipeline, wanted: string[]): Promise<StageView[]> {
    const stage_ids = rearranged(pipeline.stage_ids, wanted, 'stage_ids');
    return this.#ofPipeline(await this.pipelines.update(pipeline, { stage_ids }));
  }

  /** Active applications in it go where the request says; without a word about them it is only deleted empty. */
  async remove(stage: Stage, { migrate_applications_to: target, disqualify_candidates }: RemoveStage): Promise<void> {
    if (target !== undefined && disqualify_candidates)
      throw invalidField(
        'disqualify_candidates',
        'invalid_value',
        `Name only one of ${TARGET} and disqualify_candidates.`,
      );
    // Whoever moves an application into it holds it: they are done by now, or come too late.
    await this.store.lock(stage);
    const pipeline = await this.pipelines.get(stage.pipeline_id, { lock: true });
    const stage_ids = pipeline.stage_ids.filter((id) => id !== stage.id);
    if (target !== undefined && !stage_ids.includes(target))
      throw invalidField(TARGET, 'not_found', `The pipeline has no other stage ${target}.`);
    if (!stage_ids.length) throw failure(stages, 'last');
    if (target !== undefined) await this.applications.migrate(stage.id, target);
    if (disqualify_candidates) await this.applications.disqualifyAll(stage.id, STAGE_REMOVED);
    if (target === undefined && !disqualify_candidates && (await this.applications.activeIn(stage.id)))
      throw invalidField(
        TARGET,
        'required',
        `${TARGET} or disqualify_candidates is required: the stage has active applications.`,
      );
    await this.pipelines.update(pipeline, { stage_ids });
    await this.store.remove(stage);
  }

  async #ofPipeline({ id, stage_ids }: Pipeline): Promise<StageView[]> {
    return inOrder(stage_ids, await this.repository.ofPipelines([id]));
  }
}

const placeIn = ({ stage_ids }: Pipeline, stage: Stage) => ({ ...stage, order: stage_ids.indexOf(stage.id) + 1 });
