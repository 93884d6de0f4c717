import { Injectable } from '@nestjs/common';
import { failure, InjectStore, invalidField, placed, type ResourceStore } from '../../platform/index.js';
import { Deal } from '../deals/deal.entity.js';
import { DealHistory } from '../deals/deal-history.js';
import { DealRepository } from '../deals/deal.repository.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { MAX_STAGES } from '../pipelines/pipeline.resource.js';
import type { CreateStage } from '../pipelines/stage.dto.js';
import { Stage } from '../pipelines/stage.entity.js';
import { stages } from '../pipelines/stage.resource.js';

/** Adds stages to pipelines and deletes them. Each change of the stages changes their pipeline as well. */
@Injectable()
export class StagesService {
  constructor(
    @InjectStore(Stage) private readonly store: ResourceStore<Stage>,
    @InjectStore(Pipeline) private readonly pipelines: ResourceStore<Pipeline>,
    @InjectStore(Deal) private readonly deals: ResourceStore<Deal>,
    private readonly repository: DealRepository,
    private readonly history: DealHistory,
  ) {}

  async add(pipeline: Pipeline, { order, ...input }: CreateStage): Promise<Stage & { order: number }> {
    if (pipeline.stage_ids.length >= MAX_STAGES) throw failure(stages, 'tooMany');
    const stage = await this.store.create({ ...input, pipeline_id: pipeline.id });
    const stage_ids = placed(pipeline.stage_ids, stage.id, order);
    await this.pipelines.update(pipeline, { stage_ids });
    return { ...stage, order: stage_ids.indexOf(stage.id) + 1 };
  }

  /** Moves the open deals to another stage first, as if by hand. */
  async remove(pipeline: Pipeline, stage: Stage, target: string | undefined): Promise<void> {
    if (pipeline.stage_ids.length === 1) throw failure(stages, 'last');
    // Locked: no deal can enter the stage from here on.
    await this.store.lock(stage);
    await this.#migrate(pipeline, stage, target);
    await this.pipelines.update(pipeline, { stage_ids: pipeline.stage_ids.filter((id) => id !== stage.id) });
    await this.store.remove(stage);
  }

  /** Moves all open deals of a stage to another one of its pipeline. 400 if there are some and no target is given. */
  async #migrate(pipeline: Pipeline, stage: Stage, target: string | undefined): Promise<void> {
    if (target !== undefined && (target === stage.id || !pipeline.stage_ids.includes(target)))
      throw invalidField(
        'migrate_deals_to',
        target === stage.id ? 'invalid_value' : 'not_found',
        'migrate_deals_to must name another stage of the pipeline.',
      );
    for (;;) {
      const found = await this.deals.findAll(this.repository.someOpenIn(stage), { lock: true, unseen: true });
      if (!found.length) return;
      if (target === undefined)
        throw invalidField(
          'migrate_deals_to',
          'required',
          'The stage has open deals. Name their new stage in migrate_deals_to.',
        );
      const moved = await this.deals.updateMany(
        found.map((deal) => [deal, { stage_id: target }, { as: 'stage_changed' }]),
      );
      await this.history.record(found.map((deal, index) => [deal, moved[index]!]));
    }
  }
}
