import { Injectable } from '@nestjs/common';
import {
  Clock,
  failure,
  InjectStore,
  type Input,
  invalidField,
  read,
  ResourceService,
  type ResourceStore,
} from '../../platform/index.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { PipelineRepository } from '../pipelines/pipeline.repository.js';
import { type CloseDeal, CreateDeal, type PutDeal, type UpdateDeal } from './deal.dto.js';
import { Deal } from './deal.entity.js';
import { deals } from './deal.resource.js';
import { DealLinks } from './deal-links.js';
import { DealHistory } from './deal-history.js';

type Place = Pick<Deal, 'pipeline_id' | 'stage_id'>;

/** Deals with their states and stages (D-SAL-3). */
@Injectable()
export class DealsService extends ResourceService<Deal> {
  constructor(
    @InjectStore(Deal) store: ResourceStore<Deal>,
    @InjectStore(Pipeline) private readonly pipelines: ResourceStore<Pipeline>,
    private readonly repository: PipelineRepository,
    private readonly links: DealLinks,
    private readonly history: DealHistory,
    private readonly clock: Clock,
  ) {
    super(store);
  }

  override async create(input: CreateDeal): Promise<Deal> {
    await this.#checkExternalId(input.external_id);
    return this.#make(input);
  }

  async #make({ pipeline_id, stage_id, ...input }: CreateDeal): Promise<Deal> {
    const pipeline = await this.#pipeline(pipeline_id ?? (await this.repository.oldest()));
    const contact_ids = await this.links.contacts(input.contact_ids);
    const place = { pipeline_id: pipeline.id, stage_id: stageIn(pipeline, stage_id) };
    const currency = input.currency ?? pipeline.currency;
    const deal = await this.store.create({ ...input, currency, contact_ids, ...place });
    await this.history.record([[null, deal]]);
    return deal;
  }

  override async update(
    deal: Deal,
    { status = deal.status, from_stage_id, pipeline_id, stage_id, close_reason, ...input }: UpdateDeal,
  ): Promise<Deal> {
    if (from_stage_id !== undefined && from_stage_id !== deal.stage_id) throw failure(deals, 'elsewhere');
    const place = await this.#placeOf(deal, status, { pipeline_id, stage_id });
    const moves = place.stage_id !== deal.stage_id;
    if (input.external_id !== deal.external_id) await this.#checkExternalId(input.external_id);
    const changes = { ...input, contact_ids: await this.links.contacts(input.contact_ids, deal.contact_ids) };
    if (status === deal.status) {
      if (close_reason && status === 'open')
        throw invalidField('close_reason', 'invalid_value', 'close_reason is only for deals that are won or lost.');
      const verb = moves ? 'stage_changed' : 'updated';
      return this.#change(deal, status, { ...changes, ...place, close_reason }, verb);
    }
    if (status === 'open') {
      const open = { ...changes, ...place, closed_at: null, close_reason: null };
      return this.#change(deal, status, open, moves ? 'stage_changed' : 'reopened');
    }
    const moved = moves ? await this.#change(deal, 'open', { ...changes, ...place }, 'stage_changed') : deal;
    return this.#end(moved, status, { ...changes, close_reason });
  }

  /** Closes a deal. Of concurrent requests one succeeds; the others get 409. */
  async close(deal: Deal, { outcome, close_reason }: CloseDeal): Promise<Deal> {
    if (deal.status !== 'open') throw failure(deals, 'notOpen');
    return this.#end(deal, outcome, { close_reason });
  }

  /** Upsert by external id. */
  async put(deal: Deal | null, external_id: string, input: PutDeal): Promise<Deal> {
    if (deal) return this.update(deal, input);
    const { status, close_reason, from_stage_id: _, ...facts } = input;
    // If a concurrent request created it, the unique index fails and the request is retried.
    const made = await this.#make(read(CreateDeal, { ...facts, external_id }));
    return status ? this.update(made, { status, close_reason }) : made;
  }

  #end(deal: Deal, status: string, changes: Input<Deal>): Promise<Deal> {
    const closed = status === 'archived' ? {} : { closed_at: this.clock.iso() };
    return this.#change(deal, status, { ...changes, ...closed }, status);
  }

  /** Changes a deal and writes its stage history. */
  async #change(deal: Deal, status: string, changes: Input<Deal>, as: string): Promise<Deal> {
    const changed = await this.store.transition(deal, status, changes, { as });
    await this.history.record([[deal, changed]]);
    return changed;
  }

  /** Pipeline and stage after a change. 409 if it would move a deal that is not open. */
  async #placeOf(deal: Deal, status: string, { pipeline_id, stage_id }: Partial<Place>): Promise<Place> {
    const reopens = status === 'open' && deal.status !== 'open';
    const elsewhere = pipeline_id !== undefined && pipeline_id !== deal.pipeline_id;
    const moves = elsewhere || (stage_id !== undefined && stage_id !== deal.stage_id);
    if (!moves && !reopens) return { pipeline_id: deal.pipeline_id, stage_id: deal.stage_id };
    if (!reopens && deal.status !== 'open') throw failure(deals, 'notOpen');
    if (reopens && !elsewhere && !(await this.pipelines.find(deal.pipeline_id, { unseen: true })))
      throw failure(deals, 'pipelineGone');
    const pipeline = await this.#pipeline(pipeline_id ?? deal.pipeline_id);
    const kept = pipeline.stage_ids.includes(deal.stage_id) ? deal.stage_id : undefined;
    return { pipeline_id: pipeline.id, stage_id: stageIn(pipeline, stage_id ?? kept) };
  }

  async #checkExternalId(id: string | null | undefined): Promise<void> {
    if (id != null && (await this.store.findBy('external_id', id))) throw failure(deals, 'externalIdTaken');
  }

  async #pipeline(id: string | null): Promise<Pipeline> {
    if (id === null)
      throw invalidField(
        'pipeline_id',
        'required',
        'The workspace has no pipeline. Create one, and name it in pipeline_id.',
      );
    const pipeline = await this.pipelines.find(id);
    if (!pipeline) throw invalidField('pipeline_id', 'not_found', `There is no pipeline ${id}.`);
    return pipeline;
  }
}

/** A stage of the pipeline: the one that is named, or the first. */
function stageIn({ id, stage_ids }: Pipeline, named: string | undefined): string {
  if (named !== undefined && !stage_ids.includes(named))
    throw invalidField('stage_id', 'not_found', `The pipeline ${id} has no stage ${named}.`);
  return named ?? stage_ids[0]!;
}
