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
  type SampleContext,
} from '../../platform/index.js';
import * as samples from '../samples.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { DEFAULT_STAGES } from '../pipelines/pipeline.resource.js';
import { PipelinesService } from '../pipelines/pipelines.service.js';
import { CloseJob, CreateJob, UpdateJob } from './job.dto.js';
import { Job } from './job.entity.js';
import { JobRepository } from './job.repository.js';
import { EMPLOYMENT_TYPES, STATUSES } from './job.resource.js';
import { JobsService } from './jobs.service.js';

/**
 * Jobs of files of other systems. An open one comes paused, so that the public board shows nothing that nobody has looked at. A
 * job that is here keeps its status, unless it was closed there. Pipelines are found by name.
 */
@Injectable()
export class JobImportKind extends ImportKind<Job> {
  readonly name = 'job';
  override readonly header = ['title', 'department|employment_type'];
  readonly fields = {
    title: { type: 'text', max: 255, required: true, aliases: ['name'] },
    department: { type: 'text', max: 255 },
    location: { type: 'text', max: 255 },
    employment_type: { type: 'choice', values: EMPLOYMENT_TYPES },
    description: { type: 'long_text', max: 10_000 },
    pipeline: { type: 'text', max: 255 },
    status: { type: 'choice', values: STATUSES },
    close_reason: { type: 'text', max: 500 },
    owner: { type: 'user', aliases: ['owner_id'] },
    tags: { type: 'list', max: 50, maxItems: 50 },
  } as const;
  override readonly matchable = ['title'];

  constructor(
    @InjectStore(Job) store: ResourceStore<Job>,
    @InjectStore(Pipeline) private readonly pipelines: ResourceStore<Pipeline>,
    private readonly pipelinesService: PipelinesService,
    private readonly jobs: JobsService,
    private readonly repository: JobRepository,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  override samples(given: SampleContext) {
    return samples.jobs(given);
  }

  check({ owner, pipeline, status, close_reason, ...values }: ImportValues, known: Job | null): ImportValues {
    return {
      ...(known ? read(UpdateJob, values) : read(CreateJob, values)),
      ...(owner !== undefined && { owner_id: owner }),
      ...read(CloseJob, { close_reason }),
      ...(!known && { pipeline }),
      status: status === 'published' ? 'paused' : status,
    };
  }

  async write(items: readonly ImportItem<Job>[]): Promise<ImportOutcome<Job>[]> {
    const outcomes: ImportOutcome<Job>[] = [];
    const pipelines = new Map<string, string>();
    // Of several with one name, the oldest.
    for (const { name, id } of (await this.pipelines.findAll(['true'])).toReversed())
      pipelines.set(name.toLowerCase(), id);
    for (const { known, values } of items) {
      const { pipeline, status, close_reason = null, ...input } = values as Record<string, any>;
      const job = known
        ? await this.jobs.update(known, input)
        : await this.jobs.create({ ...input, pipeline_id: await this.#pipeline(pipeline, pipelines) } as CreateJob);
      const record = await this.#become(job, known ? (status === 'closed' ? status : undefined) : status, close_reason);
      const result = !known ? 'created' : record.revision === known.revision ? 'skipped' : 'updated';
      outcomes.push({ record, result });
    }
    return outcomes;
  }

  override matches(_field: string, values: readonly string[]): Promise<Job[]> {
    return this.store.findAll(['lower(title) = any(?::text[])', values]);
  }

  /** Jobs stay that somebody has applied for meanwhile. */
  override async remove(records: readonly Job[]): Promise<Job[]> {
    const used: Job[] = [];
    for (const job of records) if (await this.repository.hasApplications(job)) used.push(job);
    await this.store.removeMany(records.filter((job) => !used.includes(job)));
    return used;
  }

  async #become(job: Job, status: string | undefined, close_reason: string | null): Promise<Job> {
    if (status === 'paused') return this.jobs.pause(job);
    if (status === 'closed' && job.status !== 'archived') return this.jobs.close(job, close_reason);
    return status === 'archived' ? this.jobs.archive(job) : job;
  }

  /** The pipeline with this name, which is made where it is missing. */
  async #pipeline(name: string | undefined, pipelines: Map<string, string>): Promise<string | undefined> {
    if (name === undefined) return undefined;
    const key = name.toLowerCase();
    const [first] = DEFAULT_STAGES;
    if (!pipelines.has(key))
      pipelines.set(key, (await this.pipelinesService.create({ name, stages: [{ name: first! }] })).id);
    return pipelines.get(key);
  }
}
