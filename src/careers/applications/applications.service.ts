import { Injectable } from '@nestjs/common';
import {
  Clock,
  currentContext,
  failure,
  InjectStore,
  invalidField,
  Mail,
  type Page,
  type PageQuery,
  ResourceService,
  type ResourceStore,
} from '../../platform/index.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { Job } from '../jobs/job.entity.js';
import type { Stage } from '../stages/stage.entity.js';
import { StageLog } from '../stages/stage-log.js';
import type { ApplicationItem, ApplicationView, DisqualifyApplication, UpdateApplication } from './application.dto.js';
import { Application } from './application.entity.js';
import { ApplicationLog } from './application-log.js';
import { rejectionMail, rejectionOf } from './application.mail.js';
import { applications, MAX_RATING } from './application.resource.js';
import { StageHistory } from './stage-history.js';

/** What a reopened application no longer has. */
const OPEN = { reason: null, disqualified_at: null, disqualified_by: null, notify_at: null, ended_at: null };

type Place = Pick<Stage, 'id' | 'name'>;

@Injectable()
export class ApplicationsService extends ResourceService<Application> {
  constructor(
    @InjectStore(Application) store: ResourceStore<Application>,
    @InjectStore(Job) private readonly jobs: ResourceStore<Job>,
    private readonly log: ApplicationLog,
    private readonly history: StageHistory,
    private readonly stages: StageLog,
    private readonly attachments: AttachmentsService,
    private readonly mail: Mail,
    private readonly clock: Clock,
  ) {
    super(store);
  }

  ofJob({ id }: Job, query: PageQuery, view: new () => ApplicationItem): Promise<Page<ApplicationItem>> {
    return this.store.page(query, view, { job_id: id });
  }

  override async show(application: Application): Promise<ApplicationView> {
    const { id, score, scorecard_count, reason, disqualified_at, disqualified_by, notify_at } = application;
    const [visits, attachments] = await Promise.all([this.log.stagesOf(id), this.attachments.of(id)]);
    return {
      ...application,
      scorecard: { average: score, count: scorecard_count, scale_max: MAX_RATING },
      stage_history: visits.map(({ moved_by_type, moved_by_id, ...visit }) => ({
        stage_id: visit.stage_id,
        stage_name: visit.stage_name,
        entered_at: visit.entered_at,
        left_at: visit.left_at,
        moved_by: { type: moved_by_type, id: moved_by_id },
        note: visit.note,
      })),
      attachments,
      disqualification:
        disqualified_at === null
          ? null
          : {
              reason: reason!,
              notified: notify_at !== null && notify_at <= this.clock.iso(),
              notify_at,
              at: disqualified_at,
              by: disqualified_by,
            },
    };
  }

  override async update(application: Application, changes: UpdateApplication): Promise<Application> {
    const { stage_id = application.stage_id, from_stage_id, stage_note = null, reason, tags } = changes;
    if (stage_note !== null && changes.stage_id === undefined)
      throw invalidField('stage_id', 'required', 'stage_id is required: stage_note stands beside a move.');
    if (reason !== undefined && application.status !== 'disqualified') throw failure(applications, 'notDisqualified');
    if (reason !== undefined && application.anonymized_at !== null) throw failure(applications, 'anonymized');
    if (changes.stage_id !== undefined && application.status !== 'active') throw failure(applications, 'notActive');
    if (from_stage_id !== undefined && from_stage_id !== application.stage_id)
      throw failure(applications, 'movedMeanwhile');
    if (stage_id === application.stage_id) return this.store.update(application, { tags, reason });
    const { pipeline_id } = await this.jobs.get(application.job_id);
    const stage = await this.stages.hold(pipeline_id, stage_id);
    if (!stage) throw invalidField('stage_id', 'not_found', `The pipeline of the job has no stage ${stage_id}.`);
    return this.#moveTo(stage, application, stage_note, { tags });
  }

  async disqualify(application: Application, input: DisqualifyApplication): Promise<Application> {
    const { reason, notify_candidate, notify_delay_minutes } = input;
    if (application.status !== 'active') throw failure(applications, 'notActive');
    const notify_at = notify_candidate ? this.clock.iso(notify_delay_minutes * 60) : null;
    const ended = await this.#disqualify(application, reason, notify_at);
    if (notify_at !== null) {
      const { title } = await this.jobs.get(application.job_id);
      const message = rejectionMail(application.candidate.email!, title);
      await this.mail.send(message, { about: rejectionOf(application), at: notify_at });
    }
    return ended;
  }

  async withdraw(application: Application): Promise<Application> {
    if (application.status !== 'active') throw failure(applications, 'notActive');
    const ended_at = this.clock.iso();
    const ended = await this.store.transition(application, 'withdrawn', { ended_at }, { as: 'withdrawn' });
    await this.history.leave(ended, 'withdrawn');
    return ended;
  }

  /** Takes back a mail that was still to go out. */
  async reopen(application: Application): Promise<Application> {
    if (application.status === 'active') return application;
    if (application.anonymized_at !== null) throw failure(applications, 'anonymized');
    const { pipeline_id } = await this.jobs.get(application.job_id);
    const stage =
      (await this.stages.hold(pipeline_id, application.stage_id)) ?? (await this.stages.holdFirst(pipeline_id));
    const changes = { ...OPEN, stage_id: stage.id };
    const active = await this.store.transition(application, 'active', changes, { as: 'reopened' });
    await this.mail.cancel(rejectionOf(application));
    await this.history.enter(active, stage);
    return active;
  }

  /** Of applications whose stage is being deleted. */
  async moveTo(stage: Place, id: string): Promise<void> {
    await this.#moveTo(stage, await this.store.get(id));
  }

  /** Of applications whose stage is being deleted; the candidates are not told. */
  async disqualifyOne(id: string, reason: string): Promise<void> {
    await this.#disqualify(await this.store.get(id), reason, null);
  }

  async #moveTo(
    stage: Place,
    application: Application,
    note: string | null = null,
    changes: Pick<UpdateApplication, 'tags'> = {},
  ): Promise<Application> {
    const moved = await this.store.update(application, { ...changes, stage_id: stage.id }, { as: 'stage_changed' });
    await this.history.leave(moved, 'moved');
    await this.history.enter(moved, stage, note);
    return moved;
  }

  async #disqualify(application: Application, reason: string, notify_at: string | null): Promise<Application> {
    const now = this.clock.iso();
    const disqualified_by = currentContext().credential?.user_id ?? null;
    const changes = { reason, disqualified_at: now, disqualified_by, notify_at, ended_at: now };
    const ended = await this.store.transition(application, 'disqualified', changes, { as: 'disqualified' });
    await this.history.leave(ended, 'disqualified');
    return ended;
  }
}
