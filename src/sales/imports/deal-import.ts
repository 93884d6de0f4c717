import { Injectable } from '@nestjs/common';
import {
  Clock,
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  inOrder,
  invalidField,
  read,
  type ResourceStore,
  type SampleContext,
  type SampleRow,
} from '../../platform/index.js';
import { CreateDeal, UpdateDeal } from '../deals/deal.dto.js';
import { Deal } from '../deals/deal.entity.js';
import { DealRepository } from '../deals/deal.repository.js';
import { DealsService } from '../deals/deals.service.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { PipelinesService } from '../pipelines/pipelines.service.js';
import { Stage } from '../pipelines/stage.entity.js';
import { StagesService } from '../stages/stages.service.js';
import * as samples from '../samples.js';

/** Default stage. */
const FIRST_STAGE = 'New';

/**
 * Imports deals. Pipelines and stages are matched by name; missing ones are created, stages at the end of their pipeline.
 * Closed deals keep their closing time.
 */
@Injectable()
export class DealImportKind extends ImportKind<Deal> {
  readonly name = 'deal';
  override readonly header = ['title', 'stage|pipeline|value|amount'];
  readonly fields = {
    title: { type: 'text', max: 255, required: true, aliases: ['name'] },
    value: { type: 'number', aliases: ['amount'] },
    currency: { type: 'text', max: 3 },
    pipeline: { type: 'text', max: 255, kind: 'pipeline' },
    stage: { type: 'text', max: 255 },
    status: { type: 'choice', values: ['open', 'won', 'lost', 'archived'] },
    close_reason: { type: 'text', max: 500 },
    closed_at: { type: 'timestamp' },
    expected_close_date: { type: 'date' },
    owner: { type: 'user', aliases: ['owner_id'] },
    contacts: { type: 'records', kind: 'contact', aliases: ['contact_ids'] },
    project: { type: 'record', kind: 'project', aliases: ['project_id'] },
    tags: { type: 'list', max: 50, maxItems: 50 },
  } as const;

  constructor(
    @InjectStore(Deal) store: ResourceStore<Deal>,
    @InjectStore(Pipeline) private readonly pipelines: ResourceStore<Pipeline>,
    @InjectStore(Stage) private readonly stages: ResourceStore<Stage>,
    private readonly repository: DealRepository,
    private readonly deals: DealsService,
    private readonly pipelinesService: PipelinesService,
    private readonly stagesService: StagesService,
    private readonly clock: Clock,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  check(values: ImportValues, known: Deal | null): ImportValues {
    const { owner, contacts, project, pipeline, stage, status, close_reason, closed_at, currency, ...rest } = values;
    const input = { ...rest, ...(typeof currency === 'string' && { currency: currency.toUpperCase() }) };
    const checked = known ? read(UpdateDeal, input) : read(CreateDeal, input);
    const ended = read(UpdateDeal, {
      ...(status !== undefined && { status }),
      ...(close_reason !== undefined && { close_reason }),
    });
    return {
      ...checked,
      ...(owner !== undefined && { owner_id: owner }),
      ...(contacts !== undefined && { contact_ids: contacts }),
      ...(project !== undefined && { project_id: project }),
      pipeline,
      stage,
      status: ended.status,
      close_reason: ended.close_reason,
      closed_at,
    };
  }

  async write(items: readonly ImportItem<Deal>[]): Promise<ImportOutcome<Deal>[]> {
    const outcomes: ImportOutcome<Deal>[] = [];
    const places = new Map<string, Pick<Deal, 'pipeline_id' | 'stage_id'>>();
    for (const { known, values, external_id } of items) {
      const {
        pipeline,
        stage,
        status = known?.status ?? 'open',
        close_reason,
        closed_at,
        ...input
      } = values as Record<string, any>;
      const key = JSON.stringify([pipeline ?? known?.pipeline_id, stage, input.currency]);
      const named = pipeline !== undefined || stage !== undefined || !known;
      let place = places.get(key);
      if (named && !place) places.set(key, (place = await this.#place(known, pipeline, stage, input.currency)));
      // Closed deals keep their stage.
      const moves = known && known.status !== 'open' && status !== 'open' ? {} : (place ?? {});
      let deal = known
        ? await this.deals.update(known, { ...input, ...moves } as UpdateDeal)
        : await this.deals.create({
            ...input,
            ...place,
            ...(external_id !== null && { external_id }),
          } as unknown as CreateDeal);
      if (status !== deal.status)
        deal = await this.deals.update(deal, { status, ...(status !== 'open' && close_reason && { close_reason }) });
      if (closed_at && deal.closed_at && deal.closed_at !== closed_at)
        deal = await this.store.update(deal, { closed_at });
      outcomes.push({
        record: deal,
        result: !known ? 'created' : deal.revision === known.revision ? 'skipped' : 'updated',
      });
    }
    return outcomes;
  }

  override async withExternalIds(ids: readonly string[]): Promise<Map<string, Deal>> {
    const found = await this.store.findAll(['external_id = any(?::text[])', ids]);
    return new Map(found.map((deal) => [deal.external_id!, deal]));
  }

  /** In the oldest pipeline, which other samples bring where there is none. */
  override async samples(given: SampleContext): Promise<readonly SampleRow[]> {
    const all = await this.pipelines.findAll(['true']);
    const [oldest] = all.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1));
    if (!oldest) return samples.deals(given, samples.PIPELINE);
    const stages = await this.stages.findAll(['pipeline_id = ?', oldest.id]);
    return samples.deals(given, {
      name: oldest.name,
      stages: inOrder(oldest.stage_ids, stages).map(({ name }) => name),
    });
  }

  /** Deals stay for which somebody has logged activities meanwhile. */
  override async remove(records: readonly Deal[]): Promise<Deal[]> {
    const used = await this.repository.withActivities(records.map(({ id }) => id));
    await this.store.removeMany(records.filter(({ id }) => !used.has(id)));
    return records.filter(({ id }) => used.has(id));
  }

  /** Finds or creates pipeline and stage by name. */
  async #place(known: Deal | null, pipelineName = '', stageName = '', currency?: string) {
    const all = await this.pipelines.findAll(['true']);
    const same = (name: string) => (record: { name: string }) => record.name.toLowerCase() === name.toLowerCase();
    const named = pipelineName
      ? all.find(same(pipelineName))
      : (all.find(({ id }) => id === known?.pipeline_id) ?? all[0]);
    if (!named) {
      const stages = [{ name: stageName || FIRST_STAGE, probability: 0 }];
      const made = await this.pipelinesService.create({
        name: pipelineName || 'Deals',
        currency: currency ?? 'USD',
        stages,
      } as never);
      return { pipeline_id: made.id, stage_id: made.stage_ids[0]! };
    }
    if (!stageName)
      return {
        pipeline_id: named.id,
        stage_id: known?.pipeline_id === named.id ? known.stage_id : named.stage_ids[0]!,
      };
    const stages = await this.stages.findAll(['pipeline_id = ?', named.id]);
    const stage =
      stages.find(same(stageName)) ??
      (await this.stagesService.add(named, { name: stageName, probability: 0 } as never));
    if (!stage) throw invalidField('stage', 'not_found', `There is no stage ${stageName}.`);
    return { pipeline_id: named.id, stage_id: stage.id };
  }
}
