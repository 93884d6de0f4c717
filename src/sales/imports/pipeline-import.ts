import { Injectable } from '@nestjs/common';
import {
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  read,
  type ResourceStore,
  type SampleRow,
} from '../../platform/index.js';
import { CreatePipeline, UpdatePipeline } from '../pipelines/pipeline.dto.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { PipelineRepository } from '../pipelines/pipeline.repository.js';
import { PipelinesService } from '../pipelines/pipelines.service.js';
import { pipelines } from '../samples.js';

/** Imports pipelines with their stages, each with a probability where the file gives one: `Proposal 50%`. */
@Injectable()
export class PipelineImportKind extends ImportKind<Pipeline> {
  readonly name = 'pipeline';
  override readonly header = ['name', 'stages'];
  override readonly matchable = ['name'];
  readonly fields = {
    name: { type: 'text', max: 255, required: true, aliases: ['title'] },
    currency: { type: 'text', max: 3 },
    stages: { type: 'list', max: 255, maxItems: 50 },
  } as const;

  constructor(
    @InjectStore(Pipeline) store: ResourceStore<Pipeline>,
    private readonly pipelines: PipelinesService,
    private readonly repository: PipelineRepository,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  /** A pipeline that is there already keeps its stages. */
  check({ stages, currency, ...values }: ImportValues, known: Pipeline | null): ImportValues {
    const input = { ...values, ...(typeof currency === 'string' && { currency: currency.toUpperCase() }) };
    if (known) return { ...read(UpdatePipeline, input) };
    const given = (stages as string[] | undefined)?.map(stageIn);
    return { ...read(CreatePipeline, { ...input, ...(given && { stages: given }) }) };
  }

  async write(items: readonly ImportItem<Pipeline>[]): Promise<ImportOutcome<Pipeline>[]> {
    const outcomes: ImportOutcome<Pipeline>[] = [];
    for (const { known, values } of items) {
      const record = known
        ? await this.pipelines.update(known, values as UpdatePipeline)
        : await this.pipelines.create(values as unknown as CreatePipeline);
      const result = !known ? 'created' : record.revision === known.revision ? 'skipped' : 'updated';
      outcomes.push({ record, result });
    }
    return outcomes;
  }

  override matches(_field: string, names: readonly string[]): Promise<Pipeline[]> {
    return this.store.findAll(['lower(name) = any(?::text[])', names]);
  }

  /** Deals go into the first pipeline of the workspace; where there is none, samples bring one. */
  override async samples(): Promise<readonly SampleRow[]> {
    return (await this.store.findAll(['true'])).length ? [] : pipelines();
  }

  /** Pipelines with deals stay. */
  override async remove(records: readonly Pipeline[]): Promise<Pipeline[]> {
    const used = await this.repository.withDeals(records.map(({ id }) => id));
    for (const pipeline of records) if (!used.has(pipeline.id)) await this.pipelines.remove(pipeline);
    return records.filter(({ id }) => used.has(id));
  }
}

/** `Proposal 50%`: a name, and a probability where the text ends with one. */
function stageIn(text: string): { name: string; probability: number } {
  const at = text.lastIndexOf(' ');
  const [name, last] = [text.slice(0, at).trim(), text.slice(at + 1)];
  return name && /^\d{1,3}%$/.test(last)
    ? { name, probability: Number.parseInt(last) }
    : { name: text, probability: 0 };
}
