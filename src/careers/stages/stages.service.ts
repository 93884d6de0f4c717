import { Injectable } from '@nestjs/common';
import {
  failure,
  InjectStore,
  inOrder,
  type Page,
  placed,
  rearranged,
  type ResourceStore,
} from '../../platform/index.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { MAX_STAGES } from '../pipelines/pipeline.resource.js';
import type { CreateStage, StageQuery, StageView, UpdateStage } from './stage.dto.js';
import { Stage } from './stage.entity.js';
import { StageLog } from './stage-log.js';
import { stages } from './stage.resource.js';

@Injectable()
export class StagesService {
  constructor(
    @InjectStore(Stage) private readonly store: ResourceStore<Stage>,
    @InjectStore(Pipeline) private readonly pipelines: ResourceStore<Pipeline>,
    private readonly log: StageLog,
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

  async #ofPipeline({ id, stage_ids }: Pipeline): Promise<StageView[]> {
    return inOrder(stage_ids, await this.log.ofPipelines([id]));
  }
}

const placeIn = ({ stage_ids }: Pipeline, stage: Stage) => ({ ...stage, order: stage_ids.indexOf(stage.id) + 1 });
