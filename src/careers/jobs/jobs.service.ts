import { Injectable } from '@nestjs/common';
import {
  Clock,
  failure,
  InjectStore,
  invalid,
  ResourceService,
  type ResourceStore,
  safeHtml,
} from '../../platform/index.js';
import { PipelineRepository } from '../pipelines/pipeline.repository.js';
import { problemsOf } from './application-form.js';
import type { FunnelView } from './funnel.dto.js';
import type { CreateJob, UpdateJob } from './job.dto.js';
import { Job } from './job.entity.js';
import { JobRepository } from './job.repository.js';
import { jobs } from './job.resource.js';

/** A job that is not closed any more, or was not yet. */
const OPEN = { closed_at: null, close_reason: null };

@Injectable()
export class JobsService extends ResourceService<Job> {
  constructor(
    @InjectStore(Job) store: ResourceStore<Job>,
    private readonly pipelines: PipelineRepository,
    private readonly repository: JobRepository,
    private readonly clock: Clock,
  ) {
    super(store);
  }

  override show(job: Job): Job {
    return { ...job, description: safeHtml(job.description) };
  }

  override async create(input: CreateJob): Promise<Job> {
    this.#check(input);
    return this.store.create({ ...input, pipeline_id: await this.pipelines.hold(input.pipeline_id) });
  }

  override async update(job: Job, { status = job.status, ...changes }: UpdateJob): Promise<Job> {
    this.#check(changes);
    if (status !== job.status && status !== 'draft' && status !== 'archived') throw failure(jobs, 'statusByAction');
    if (changes.pipeline_id !== undefined && changes.pipeline_id !== job.pipeline_id) {
      await this.pipelines.hold(changes.pipeline_id);
      await this.#checkUnused(job);
    }
    const changed = await this.store.transition(job, status, { ...changes, ...(status === 'draft' && OPEN) });
    if (changed.owner_id !== job.owner_id) await this.repository.passApplications(changed);
    return changed;
  }

  /** Of a job that is published already, only the channels change, which nobody is told. */
  publish(job: Job, channels: string[]): Promise<Job> {
    if (job.status === 'published') return this.store.update(job, { channels });
    const now = { channels, published_at: this.clock.iso() };
    return this.store.transition(job, 'published', { ...now, ...OPEN }, { as: 'published' });
  }

  pause(job: Job): Promise<Job> {
    return this.store.transition(job, 'paused', OPEN, { as: 'paused' });
  }

  /** Of a job that is closed already, the reason stays. */
  async close(job: Job, close_reason: string | null): Promise<Job> {
    if (job.status === 'closed') return job;
    return this.store.transition(job, 'closed', { close_reason, closed_at: this.clock.iso() }, { as: 'closed' });
  }

  archive(job: Job): Promise<Job> {
    return this.store.transition(job, 'archived', {}, { as: 'archived' });
  }

  override async remove(job: Job): Promise<void> {
    if (job.status !== 'archived') throw failure(jobs, 'notArchived');
    await this.#checkUnused(job);
    await this.store.remove(job);
  }

  /** Applications are in stages of its pipeline; they hold the job while they are made. */
  async #checkUnused(job: Job): Promise<void> {
    await this.store.lock(job);
    if (await this.repository.hasApplications(job)) throw failure(jobs, 'hasApplications');
  }

  async funnel(job: Job): Promise<FunnelView> {
    return { job_id: job.id, stages: await this.repository.funnelOf(job) };
  }

  #check({ application_form }: Pick<UpdateJob, 'application_form'>): void {
    const problems = application_form ? problemsOf(application_form) : [];
    if (problems.length) throw invalid(problems);
  }
}
