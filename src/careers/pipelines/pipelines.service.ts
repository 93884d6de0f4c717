import { Injectable } from '@nestjs/common';
import {
  failure,
  InjectStore,
  inOrder,
  invalidField,
  newId,
  type Page,
  ResourceService,
  type ResourceStore,
  Seeds,
} from '../../platform/index.js';
import { Stage } from './stage.entity.js';
import { StageRepository } from './stage.repository.js';
import { stages } from './stage.resource.js';
import type { CreatePipeline, PipelineQuery, PipelineView, UpdatePipeline } from './pipeline.dto.js';
import { Pipeline } from './pipeline.entity.js';
import { PipelineRepository } from './pipeline.repository.js';
import { DEFAULT_STAGES, MAX_PIPELINES, pipelines } from './pipeline.resource.js';

@Injectable()
export class PipelinesService extends ResourceService<Pipeline> {
  constructor(
    @InjectStore(Pipeline) store: ResourceStore<Pipeline>,
    @InjectStore(Stage) private readonly stages: ResourceStore<Stage>,
    private readonly repository: PipelineRepository,
    private readonly stageRepository: StageRepository,
    seeds: Seeds,
  ) {
    super(store);
    seeds.add(() => this.#make('Hiring', DEFAULT_STAGES, { is_default: true, as: 'seeded' }));
  }

  override async list(query: PipelineQuery): Promise<Page<PipelineView>> {
    const { data, meta } = await this.store.page(query, Pipeline);
    return { data: await this.#withStages(data), meta };
  }

  override async show(pipeline: Pipeline): Promise<PipelineView> {
    return (await this.#withStages([pipeline]))[0]!;
  }

  override async create({ name, stages }: CreatePipeline): Promise<Pipeline> {
    if ((await this.repository.count()) >= MAX_PIPELINES) throw failure(pipelines, 'tooMany');
    return this.#make(
      name,
      stages.map((stage) => stage.name),
    );
  }

  override async update(
    pipeline: Pipeline,
    { name, is_default = pipeline.is_default }: UpdatePipeline,
  ): Promise<Pipeline> {
    if (is_default !== pipeline.is_default) {
      if (!is_default)
        throw invalidField('is_default', 'invalid_value', 'Make another pipeline the default one instead.');
      await this.repository.count();
      const before = await this.store.get(await this.repository.defaultId(), { lock: true });
      await this.store.update(before, { is_default: false });
    }
    return this.store.update(pipeline, { name, is_default });
  }

  /** Its stages go with it. Applications are in none of them, as these belong to jobs. */
  override async remove(pipeline: Pipeline): Promise<void> {
    await this.store.lock(pipeline);
    if (pipeline.is_default) throw failure(pipelines, 'isDefault');
    if (await this.repository.hasJobs(pipeline.id)) throw failure(pipelines, 'hasJobs');
    await this.store.remove(pipeline);
  }

  async #make(name: string, names: readonly string[], { is_default = false, as = 'created' } = {}): Promise<Pipeline> {
    const stage_ids = names.map(() => newId(stages.idPrefix));
    const pipeline = await this.store.create({ name, is_default, stage_ids }, { as });
    const made = names.map(
      (name, index) =>
        [
          { name, pipeline_id: pipeline.id },
          { as, id: stage_ids[index] },
        ] as const,
    );
    await this.stages.createMany(made);
    return pipeline;
  }

  async #withStages(found: Pipeline[]): Promise<PipelineView[]> {
    if (!found.length) return [];
    const all = await this.stageRepository.ofPipelines(found.map(({ id }) => id));
    return found.map((pipeline) => ({ ...pipeline, stages: inOrder(pipeline.stage_ids, all) }));
  }
}
