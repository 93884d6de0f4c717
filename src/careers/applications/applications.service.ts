import { Injectable } from '@nestjs/common';
import {
  Clock,
  failure,
  InjectStore,
  invalidField,
  Mail,
  type Page,
  type PageQuery,
  type ResourceStore,
} from '../../platform/index.js';
import type { AttachmentView } from '../attachments/attachment.dto.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { Job } from '../jobs/job.entity.js';
import { StageLog } from '../stages/stage-log.js';
import type { ApplicationItem, ApplicationView, DisqualifyApplication, UpdateApplication } from './application.dto.js';
import { disqualified, intoStage, OPEN } from './application-changes.js';
import { Application } from './application.entity.js';
import { ApplicationLog, type Visit } from './application-log.js';
import { rejectionMail, rejectionOf } from './application.mail.js';
import { applications, MAX_RATING } from './application.resource.js';

/** What is shown of an application beside its record: the stages that it was in, and its files. */
type Around = [visits: Visit[], attachments: AttachmentView[]];

@Injectable()
export class ApplicationsService {
  constructor(
    @InjectStore(Application) private readonly store: ResourceStore<Application>,
    @InjectStore(Job) private readonly jobs: ResourceStore<Job>,
    private readonly log: ApplicationLog,
    private readonly stages: StageLog,
    private readonly attachments: AttachmentsService,
    private readonly mail: Mail,
    private readonly clock: Clock,
  ) {}

  ofJob(jobId: string, query: PageQuery, view: new () => ApplicationItem): Promise<Page<ApplicationItem>> {
    return this.store.page(query, view, { job_id: jobId });
  }

  async show(application: Application): Promise<ApplicationView> {
    return this.#view(application, await this.#around(application));
  }

  async update(application: Application, changes: UpdateApplication): Promise<ApplicationView> {
    const { stage_id = application.stage_id, from_stage_id, stage_note = null, reason, tags } = changes;
    if (stage_note !== null && changes.stage_id === undefined)
      throw invalidField('stage_id', 'required', 'stage_id is required: stage_note stands beside a move.');
    if (reason !== undefined && application.status !== 'disqualified') throw failure(applications, 'notDisqualified');
    if (reason !== undefined && application.anonymized_at !== null) throw failure(applications, 'anonymized');
    if (changes.stage_id !== undefined && application.status !== 'active') throw failure(applications, 'notActive');
    if (from_stage_id !== undefined && from_stage_id !== application.stage_id)
      throw failure(applications, 'movedMeanwhile');
    if (stage_id === application.stage_id) return this.show(await this.store.update(application, { tags, reason }));
    return this.#move(application, stage_id, stage_note, { tags });
  }

  async disqualify(application: Application, input: DisqualifyApplication): Promise<Application> {
    const { reason, notify_candidate, notify_delay_minutes } = input;
    if (application.status !== 'active') throw failure(applications, 'notActive');
    const notify_at = notify_candidate ? this.clock.iso(notify_delay_minutes * 60) : null;
    const changes = disqualified(reason, this.clock.iso(), notify_at);
    const ended = await this.store.transition(application, 'disqualified', changes, { as: 'disqualified' });
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
    return this.store.transition(application, 'withdrawn', { ended_at }, { as: 'withdrawn' });
  }

  /** Takes back a mail that was still to go out. Where its stage has been deleted, it begins anew. */
  async reopen(application: Application): Promise<Application> {
    const { status, anonymized_at, job_id, stage_id } = application;
    if (status === 'active') return application;
    if (anonymized_at !== null) throw failure(applications, 'anonymized');
    const kept = await this.stages.find(job_id, stage_id);
    const changes = { ...OPEN, ...intoStage(kept?.id ?? (await this.stages.first(job_id))) };
    const active = await this.store.transition(application, 'active', changes, { as: 'reopened' });
    await this.mail.cancel(rejectionOf(application));
    return active;
  }

  /** What is shown is read first: so the move is one statement by itself, and can share that with others. */
  async #move(
    application: Application,
    stage_id: string,
    note: string | null,
    changes: Pick<UpdateApplication, 'tags'>,
  ): Promise<ApplicationView> {
    const stage = await this.stages.find(application.job_id, stage_id);
    if (!stage) throw invalidField('stage_id', 'not_found', `The pipeline of the job has no stage ${stage_id}.`);
    const [visits, attachments] = await this.#around(application);
    const move = { ...changes, ...intoStage(stage_id, note) };
    const moved = await this.store.update(application, move, { as: 'stage_changed' });
    const { updated_at: now, moved_by_type, moved_by_id } = moved;
    const before = visits.map((visit) => ({ ...visit, left_at: visit.left_at ?? now }));
    const visit = {
      stage_id,
      stage_name: stage.name,
      entered_at: now,
      left_at: null,
      moved_by_type,
      moved_by_id,
      note,
    };
    return this.#view(moved, [[...before, visit], attachments]);
  }

  #around({ id }: Application): Promise<Around> {
    return Promise.all([this.log.stagesOf(id), this.attachments.of(id)]);
  }

  #view(application: Application, [visits, attachments]: Around): ApplicationView {
    const { score, scorecard_count, reason, disqualified_at, disqualified_by, notify_at } = application;
    return {
      ...application,
      scorecard: { average: score, count: scorecard_count, scale_max: MAX_RATING },
      stage_history: visits.map(({ moved_by_type, moved_by_id, ...visit }) => ({
        ...visit,
        moved_by: { type: moved_by_type, id: moved_by_id },
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
}
