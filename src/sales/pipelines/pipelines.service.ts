import { Injectable } from '@nestjs/common';
import { Workspaces } from '../../access/index.js';
import {
  type Changes,
  currentContext,
  failure,
  InjectStore,
  inOrder,
  newId,
  type Page,
  rearrangedInPart,
  ResourceService,
  type ResourceStore,
} from '../../platform/index.js';
import { ExactSum } from '../money.js';
import type {
  ChangedStage,
  CreatePipeline,
  PipelineItem,
  PipelineQuery,
  PipelineView,
  UpdatePipeline,
} from './pipeline.dto.js';
import { Pipeline } from './pipeline.entity.js';
import { MAX_PIPELINES, pipelines } from './pipeline.resource.js';
import { PipelineRepository } from './pipeline.repository.js';
import { Stage } from './stage.entity.js';

interface Totals {
  deal_count: number;
  total_value: number;
}

/** Pipelines with their stages (D-SAL-2). Changing stages changes the pipeline, too. */
@Injectable()
export class PipelinesService extends ResourceService<Pipeline> {
  constructor(
    @InjectStore(Pipeline) store: ResourceStore<Pipeline>,
    @InjectStore(Stage) private readonly stages: ResourceStore<Stage>,
    private readonly repository: PipelineRepository,
    private readonly workspaces: Workspaces,
  ) {
    super(store);
  }

  override async list(query: PipelineQuery, view: new () => PipelineItem): Promise<Page<PipelineItem>> {
    const page = await this.store.page(query, view);
    const totals = await this.#totals();
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
    const [records, totals] = await Promise.all([this.repository.stagesOf(pipeline.id), this.#totals(pipeline.id)]);
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
    const currency = input.currency ?? (await this.workspaces.find(currentContext().workspaceId))!.currency;
    const stage_ids = rearrangedInPart(ids, places, 'stages');
    const pipeline = await this.store.create({ ...input, currency, stage_ids });
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

  /** Closed deals are kept; open ones prevent the deletion. */
  override async remove(pipeline: Pipeline): Promise<void> {
    if (await this.repository.hasOpenDeals(pipeline.id)) throw failure(pipelines, 'openDeals');
    await this.store.remove(pipeline);
  }

  /** The number of open deals of each pipeline, and the value of those in its currency. */
  async #totals(pipelineId?: string): Promise<(pipeline: Pick<Pipeline, 'id' | 'currency'>) => Totals> {
    const sums = await this.repository.openDeals(pipelineId);
    return ({ id, currency }) => {
      const own = sums.filter(({ pipeline_id }) => pipeline_id === id);
      return {
        deal_count: own.reduce((count, { n }) => count + n, 0),
        total_value: new ExactSum().add(own.find((sum) => sum.currency === currency)?.amount ?? '0').shown,
      };
    };
  }

  /** Changes the stages, and returns the changes for the pipeline's audit entry; undefined if nothing differs. */
  async #changeStages(pipeline: Pipeline, given: readonly ChangedStage[]): Promise<Changes | undefined> {
    const wanted = given.filter(({ name, probability }) => name !== undefined || probability !== undefined);
    if (!wanted.length) return undefined;
    const known = new Map((await this.repository.stagesOf(pipeline.id)).map((stage) => [stage.id, stage]));
    const before = wanted.map(({ id }) => known.get(id)!);
    // If a stage was removed since the pipeline was read, the request is retried.
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
