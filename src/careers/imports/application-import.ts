import { Injectable } from '@nestjs/common';
import {
  Clock,
  currentContext,
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  inOrder,
  type Input,
  invalidField,
  read,
  type ResourceStore,
  type SampleContext,
  type SampleRow,
} from '../../platform/index.js';
import * as samples from '../samples.js';
import { disqualified } from '../applications/application-changes.js';
import { UpdateApplication } from '../applications/application.dto.js';
import { type Answer, Application } from '../applications/application.entity.js';
import { ApplicationHistory } from '../applications/application-history.js';
import { ApplicationRepository } from '../applications/application.repository.js';
import { STATUSES } from '../applications/application.resource.js';
import { ApplicationsService } from '../applications/applications.service.js';
import { emailDigest } from '../applications/email-digest.js';
import { Job } from '../jobs/job.entity.js';
import { jobs } from '../jobs/job.resource.js';
import { Pipeline } from '../pipelines/pipeline.entity.js';
import { StageRepository } from '../pipelines/stage.repository.js';
import { StagesService } from '../stages/stages.service.js';
import { SubmitApplication } from '../submissions/submission.dto.js';

/** Fields that become answers of the candidate, which are removed when the application is anonymized. */
const ANSWER = { type: 'long_text', max: 10_000 } as const;

/**
 * Applications of files of other systems. Nobody is told by mail. An ended application keeps the time of its end, from which the
 * retention period counts; one that has been anonymized here stays so.
 */
@Injectable()
export class ApplicationImportKind extends ImportKind<Application> {
  readonly name = 'application';
  override readonly header = ['job|job_id', 'email'];
  override readonly isPersonal = true;
  readonly fields = {
    job: { type: 'record', kind: 'job', required: true, aliases: ['job_id'] },
    display_name: { type: 'text', max: 255, requiredUnless: 'last_name', aliases: ['name', 'candidate'] },
    first_name: { type: 'text', max: 120 },
    last_name: { type: 'text', max: 120 },
    email: { type: 'email', required: true },
    phone: { type: 'text', max: 32 },
    stage: { type: 'text', max: 255 },
    status: { type: 'choice', values: STATUSES },
    reason: { type: 'text', max: 500 },
    ended_at: { type: 'timestamp' },
    company: ANSWER,
    position: ANSWER,
    address: ANSWER,
    links: ANSWER,
    applied_on: ANSWER,
    tags: { type: 'list', max: 50, maxItems: 50 },
  } as const;

  constructor(
    @InjectStore(Application) store: ResourceStore<Application>,
    @InjectStore(Job) private readonly jobs: ResourceStore<Job>,
    @InjectStore(Pipeline) private readonly pipelines: ResourceStore<Pipeline>,
    private readonly applications: ApplicationsService,
    private readonly repository: ApplicationRepository,
    private readonly history: ApplicationHistory,
    private readonly stages: StageRepository,
    private readonly stagesService: StagesService,
    private readonly clock: Clock,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  check(values: ImportValues, known: Application | null): ImportValues {
    const { job, first_name, last_name, display_name, email, phone, stage, status, reason, ended_at, tags, ...more } =
      values;
    if (known && job !== undefined && job !== known.job_id)
      throw invalidField('job', 'immutable', 'An application stays with its job.');
    const name = display_name ?? [first_name, last_name].filter(Boolean).join(' ');
    const answers = Object.entries(more).map(([field, value]) => ({ field, value }));
    const submitted = read(SubmitApplication, { candidate: { display_name: name, email, phone }, answers });
    return {
      ...read(UpdateApplication, { ...(tags !== undefined && { tags }), ...(reason !== undefined && { reason }) }),
      candidate: { ...submitted.candidate, ...(known && phone === undefined && { phone: known.candidate.phone }) },
      answers: submitted.answers.map((answer) => ({ ...answer })),
      job,
      stage,
      status,
      ended_at,
    };
  }

  async write(items: readonly ImportItem<Application>[]): Promise<ImportOutcome<Application>[]> {
    const ids = items.map(({ known, values }) => known?.job_id ?? (values.job as string));
    // The job keeps its owner and pipeline meanwhile.
    const found = await this.jobs.findAll(['id = any(?::text[])', [...new Set(ids)].toSorted()], { lock: true });
    const openings = new Map(found.map((job) => [job.id, job]));
    const outcomes: ImportOutcome<Application>[] = [];
    for (const [index, { known, values }] of items.entries()) {
      const job = openings.get(ids[index]!);
      if (!job) throw invalidField('job', 'not_found', `There is no job ${ids[index]}.`);
      if (!known) this.#mayChange(job);
      outcomes.push(known ? await this.#change(known, job, values) : await this.#make(job, values));
    }
    return outcomes;
  }

  /** Jobs get the default pipeline. */
  override async samples(given: SampleContext): Promise<readonly SampleRow[]> {
    const [usual] = await this.pipelines.findAll(['is_default']);
    if (!usual) return [];
    const stages = inOrder(usual.stage_ids, await this.stages.ofPipelines([usual.id]));
    return samples.applications(
      given,
      stages.map(({ name }) => name),
    );
  }

  /** Applications stay that somebody has worked on meanwhile. */
  override async remove(records: readonly Application[]): Promise<Application[]> {
    const used = await this.repository.withWork(records.map(({ id }) => id));
    const gone = records.filter(({ id }) => !used.has(id));
    await this.history.remove(gone.map(({ id }) => id));
    await this.store.removeMany(gone);
    return records.filter(({ id }) => used.has(id));
  }

  async #make(job: Job, values: ImportValues): Promise<ImportOutcome<Application>> {
    const { stage, status = 'active', reason, ended_at, candidate, answers, tags } = values as Record<string, any>;
    const made = await this.store.create({
      job_id: job.id,
      owner_id: job.owner_id,
      status,
      stage_id: await this.#stage(job, stage),
      candidate,
      email_digest: emailDigest(candidate.email),
      answers,
      ...(tags && { tags }),
    });
    // It is in its stage before it ends, which the funnel of the job counts.
    const entered = { ...made, status: 'active' as const };
    await this.history.record([[null, entered]]);
    if (status === 'active') return { record: made, result: 'created' };
    const end = ended_at ?? this.clock.iso();
    const ended = await this.store.update(
      made,
      status === 'disqualified' ? disqualified(reason ?? 'other', end) : { ended_at: end },
    );
    await this.history.record([[entered, ended]]);
    return { record: ended, result: 'created' };
  }

  async #change(known: Application, job: Job, values: ImportValues): Promise<ImportOutcome<Application>> {
    if (known.anonymized_at !== null) return { record: known, result: 'skipped' };
    const { stage, status = known.status, reason, candidate, answers, tags } = values as Record<string, any>;
    const given = new Set(answers.map(({ field }: Answer) => field));
    const changes: Input<Application> = {
      candidate,
      email_digest: emailDigest(candidate.email),
      answers: [...known.answers.filter(({ field }) => !given.has(field)), ...answers],
      ...(tags && { tags }),
    };
    const application = await this.store.update(known, changes);
    if (status === 'active' && known.status !== 'active') await this.applications.reopen(application);
    if (known.status === 'active' && status === 'disqualified')
      await this.applications.disqualify(application, {
        reason: reason ?? 'other',
        notify_candidate: false,
        notify_delay_minutes: 0,
      });
    if (known.status === 'active' && status === 'withdrawn') await this.applications.withdraw(application);
    if (known.status === 'active' && status === 'active' && stage)
      await this.applications.update(application, { stage_id: await this.#stage(job, stage) });
    const record = await this.store.get(known.id);
    return { record, result: record.revision === known.revision ? 'skipped' : 'updated' };
  }

  /** Whoever may change the job may add applications to it. */
  #mayChange(job: Job): void {
    const who = currentContext().credential!;
    if (jobs.writable!(who) !== 'all' && job.owner_id !== who.user_id)
      throw invalidField('job', 'not_found', `You don't have permission to change the job ${job.id}.`);
  }

  /** The stage of the job's pipeline by its name, the first one without a name; a stage that is missing is added as the last one. */
  async #stage(job: Job, name: string | undefined): Promise<string> {
    if (name === undefined) return this.stages.first(job.id);
    const all = await this.stages.ofPipelines([job.pipeline_id]);
    const found = all.find((stage) => stage.name.toLowerCase() === name.toLowerCase());
    return (found ?? (await this.stagesService.create(await this.pipelines.get(job.pipeline_id), { name }))).id;
  }
}
