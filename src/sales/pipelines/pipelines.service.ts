import { Injectable } from '@nestjs/common';
import {
  type Changes,
  failure,
  InjectStore,
  inOrder,
  newId,
  type Page,
  placed,
  rearrangedInPart,
  ResourceService,
  type ResourceStore,
} from '../../platform/index.js';
import { OpenDeals } from '../deals/open-deals.js';
import type {
  ChangedStage,
  CreatePipeline,
  PipelineItem,
  PipelineQuery,
  PipelineView,
  UpdatePipeline,
} from './pipeline.dto.js';
import { Pipeline } from './pipeline.entity.js';
import { MAX_PIPELINES, MAX_STAGES, pipelines } from './pipeline.resource.js';
import { PipelineRepository } from './pipeline.repository.js';
import type { CreateStage } from './stages/stage.dto.js';
import { Stage } from './stages/stage.entity.js';
import { stages } from './stages/stage.resource.js';

/** Pipelines with their stages (D-SAL-2). Whatever changes the stages of a pipeline changes the pipeline as well. */
@Injectable()
export class PipelinesService extends ResourceService<Pipeline> {
  constructor(
    @InjectStore(Pipeline) store: ResourceStore<Pipeline>,
    @InjectStore(Stage) private readonly stages: ResourceStore<Stage>,
    private readonly repository: PipelineRepository,
    private readonly openDeals: OpenDeals,
  ) {
    super(store);
  }

  override async list(query: PipelineQuery, view: new () => PipelineItem): Promise<Page<PipelineItem>> {
    const page = await this.store.page(query, view);
    const totals = await this.openDeals.totals();
    return {
      ...page,
      data: (page.data as unknown as Pipeline[]).map((pipeline) => ({
        ...pipeline,
        ...totals(pipeline),
        stage_count: pipeline.stage_ids.length,
      })),
    };
  }

  override async show(pipeline: Pipeline): Promise<PipelineView> {
    const [records, totals] = await Promise.all([
      this.repository.stagesOf(pipeline.id),
      this.openDeals.totals(pipeline.id),
    ]);
    return {
      ...pipeline,
      ...totals(pipeline),
      stage_count: pipeline.stage_ids.length,
      stages: inOrder(pipeline.stage_ids, records).map(({ id, name, order, probability }) => ({
        id,
        name,
        order,
        probability,
      })),
    };
  }

  override async create({ stages: given, ...input }: CreatePipeline): Promise<Pipeline> {
    await this.repository.lockPipelines();
    if ((await this.repository.pipelineCount()) >= MAX_PIPELINES) throw failure(pipelines, 'tooMany');
    const ids = given.map(() => newId('stg'));
    const places = given.map(({ order }, index) => ({ id: ids[index]!, order }));
    const pipeline = await this.store.create({ ...input, stage_ids: rearrangedInPart(ids, places, 'stages') });
    await this.stages.createMany(
      given.map(({ name, probability }, index) => [
        { name, probability, pipeline_id: pipeline.id },
        { id: ids[index] },
      ]),
    );
    return pipeline;
  }

  override async update(pipeline: Pipeline, { stages: given = [], ...changes }: UpdatePipeline): Promise<Pipeline> {
    const stage_ids = rearrangedInPart(pipeline.stage_ids, given, 'stages');
    const also = await this.#changeStages(pipeline, given);
    return this.store.update(pipeline, { ...changes, stage_ids }, { also });
  }

  /** Its deals stay, and can be read; only open ones keep it. */
  override async remove(pipeline: Pipeline): Promise<void> {
    if (await this.openDeals.any(pipeline.id)) throw failure(pipelines, 'openDeals');
    await this.store.remove(pipeline);
  }

  async addStage(pipeline: Pipeline, { order, ...input }: CreateStage): Promise<Stage & { order: number }> {
    if (pipeline.stage_ids.length >= MAX_STAGES) throw failure(stages, 'tooMany');
    const stage = await this.stages.create({ ...input, pipeline_id: pipeline.id });
    const stage_ids = placed(pipeline.stage_ids, stage.id, order);
    await this.store.update(pipeline, { stage_ids });
    return { ...stage, order: stage_ids.indexOf(stage.id) + 1 };
  }

  /** Each open deal of the stage moves to another one first, as if it had been moved by hand. */
  async removeStage(pipeline: Pipeline, stage: Stage, target: string | undefined): Promise<void> {
    if (pipeline.stage_ids.length === 1) throw failure(stages, 'last');
    // No deal comes to it from here on.
    await this.stages.lock(stage);
    await this.openDeals.migrate(pipeline, stage, target);
    await this.store.update(pipeline, { stage_ids: pipeline.stage_ids.filter((id) => id !== stage.id) });
    await this.stages.remove(stage);
  }

  /** What has changed of its stages, as the audit log shows it of the pipeline; nothing where nothing differs. */
  async #changeStages(pipeline: Pipeline, given: readonly ChangedStage[]): Promise<Changes | undefined> {
    const wanted = given.filter(({ name, probability }) => name !== undefined || probability !== undefined);
    if (!wanted.length) return undefined;
    const known = new Map((await this.repository.stagesOf(pipeline.id)).map((stage) => [stage.id, stage]));
    const before = wanted.map(({ id }) => known.get(id)!);
    // Whoever has removed one since the pipeline was read has changed the pipeline: the request is run again on that.
    if (!before.every(Boolean)) await this.store.lock(pipeline);
    const after = await this.stages.updateMany(
      wanted.map(({ name, probability }, index) => [before[index]!, { name, probability }]),
    );
    const from = before.filter(({ revision }, index) => after[index]!.revision > revision);
    const to = after.filter((stage) => from.some(({ id }) => id === stage.id));
    return from.length ? { stages: { from: from.map(facts), to: to.map(facts) } } : undefined;
  }
}

const facts = ({ id, name, probability }: Stage) => ({ id, name, probability });
