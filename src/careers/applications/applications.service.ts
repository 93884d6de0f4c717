import { Injectable } from '@nestjs/common';
import {
  Clock,
  currentContext,
  failure,
  InjectStore,
  type Input,
  invalidField,
  Mail,
  type Page,
  type PageQuery,
  type ResourceStore,
  type ShownEntry,
} from '../../platform/index.js';
import type { AttachmentView } from './attachment.dto.js';
import { AttachmentsService } from './attachments.service.js';
import { Job } from '../jobs/job.entity.js';
import { StageRepository } from '../pipelines/stage.repository.js';
import type { ApplicationItem, ApplicationView, DisqualifyApplication, UpdateApplication } from './application.dto.js';
import { disqualified, OPEN } from './application-changes.js';
import { Application } from './application.entity.js';
import { ApplicationHistory } from './application-history.js';
import { rejectionMail, rejectionOf } from './application.mail.js';
import { applications, MAX_RATING } from './application.resource.js';

/** Stage history and attachments, which an application shows beside its record. */
type Around = [history: ShownEntry[], attachments: AttachmentView[]];

@Injectable()
export class ApplicationsService {
  constructor(
    @InjectStore(Application) private readonly store: ResourceStore<Application>,
    @InjectStore(Job) private readonly jobs: ResourceStore<Job>,
    private readonly history: ApplicationHistory,
    private readonly stages: StageRepository,
    private readonly attachments: AttachmentsService,
    private readonly mail: Mail,
    private readonly clock: Clock,
  ) {}

  ofJob(jobId: string, query: PageQuery, view: new () => ApplicationItem): Promise<Page<ApplicationItem>> {
    return this.store.page(query, view, { job_id: jobId });
  }

  ofAll(query: PageQuery, view: new () => ApplicationItem): Promise<Page<ApplicationItem>> {
    return this.store.page(query, view);
  }

  async show(application: Application): Promise<ApplicationView> {
    return this.#view(application, await this.#around(application));
  }

  async update(application: Application, changes: UpdateApplication): Promise<ApplicationView> {
    const { stage_id = application.stage_id, from_stage_id, stage_note = null, reason, tags } = changes;
    if (stage_note !== null && changes.stage_id === undefined)
      throw invalidField('stage_id', 'required', 'stage_id is required: stage_note needs a move.');
    if (reason !== undefined && application.status !== 'disqualified') throw failure(applications, 'notDisqualified');
    if (reason !== undefined && application.anonymized_at !== null) throw failure(applications, 'anonymized');
    if (changes.stage_id !== undefined && application.status !== 'active') throw failure(applications, 'notActive');
    if (from_stage_id !== undefined && from_stage_id !== application.stage_id)
      throw failure(applications, 'movedMeanwhile');
    if (stage_note !== null && stage_id === application.stage_id)
      throw invalidField('stage_id', 'invalid_value', 'stage_id must be another stage: stage_note needs a move.');
    if (stage_id === application.stage_id) return this.show(await this.store.update(application, { tags, reason }));
    return this.#move(application, stage_id, stage_note, { tags });
  }

  async disqualify(application: Application, input: DisqualifyApplication): Promise<Application> {
    const { reason, notify_candidate, notify_delay_minutes } = input;
    if (application.status !== 'active') throw failure(applications, 'notActive');
    const notify_at = notify_candidate ? this.clock.iso(notify_delay_minutes * 60) : null;
    const changes = disqualified(reason, this.clock.iso(), notify_at);
    const ended = await this.#transition(application, 'disqualified', changes, 'disqualified');
    if (notify_at !== null) {
      const { title } = await this.jobs.get(application.job_id);
      const language = await this.mail.languageFor(application.language);
      const message = rejectionMail(application.candidate.email!, title, language);
      await this.mail.send(message, { about: rejectionOf(application), at: notify_at });
    }
    return ended;
  }

  async withdraw(application: Application): Promise<Application> {
    if (application.status !== 'active') throw failure(applications, 'notActive');
    const ended_at = this.clock.iso();
    return this.#transition(application, 'withdrawn', { ended_at }, 'withdrawn');
  }

  /** Takes back a mail that was still to go out. Where its stage has been deleted, it begins anew. */
  async reopen(application: Application): Promise<Application> {
    const { status, anonymized_at, job_id, stage_id } = application;
    if (status === 'active') return application;
    if (anonymized_at !== null) throw failure(applications, 'anonymized');
    const kept = await this.stages.find(job_id, stage_id);
    const changes = { ...OPEN, stage_id: kept?.id ?? (await this.stages.first(job_id)) };
    const active = await this.#transition(application, 'active', changes, 'reopened');
    await this.mail.cancel(rejectionOf(application));
    return active;
  }

  /** Reads what it shows first, so that the move is one statement, which others can share. */
  async #move(
    application: Application,
    stage_id: string,
    note: string | null,
    changes: Pick<UpdateApplication, 'tags'>,
  ): Promise<ApplicationView> {
    const stage = await this.stages.find(application.job_id, stage_id);
    if (!stage) throw invalidField('stage_id', 'not_found', `The pipeline of the job has no stage ${stage_id}.`);
    const [history, attachments] = await this.#around(application);
    const moved = await this.store.update(application, { ...changes, stage_id }, { as: 'stage_changed' });
    await this.history.record([[application, moved]], note);
    const { type: moved_by_type, id: moved_by_id } = currentContext().actor;
    const entered_at = moved.updated_at;
    const ended = history.map((entry) => ({ ...entry, left_at: entry.left_at ?? entered_at }));
    const entry = { stage_id, stage_name: stage.name, entered_at, left_at: null, moved_by_type, moved_by_id, note };
    return this.#view(moved, [[...ended, entry], attachments]);
  }

  /** Changes the status of an application and writes its stage history. */
  async #transition(
    application: Application,
    status: Application['status'],
    changes: Input<Application>,
    as: string,
  ): Promise<Application> {
    const changed = await this.store.transition(application, status, changes, { as });
    await this.history.record([[application, changed]]);
    return changed;
  }

  #around({ id }: Application): Promise<Around> {
    return Promise.all([this.history.of(id), this.attachments.of(id)]);
  }

  #view(application: Application, [history, attachments]: Around): ApplicationView {
    const { score, scorecard_count, reason, disqualified_at, disqualified_by, notify_at } = application;
    return {
      ...application,
      scorecard: { average: score, count: scorecard_count, scale_max: MAX_RATING },
      stage_history: history.map(({ moved_by_type, moved_by_id, ...entry }) => ({
        ...entry,
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
