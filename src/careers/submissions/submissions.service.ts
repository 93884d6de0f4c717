import { Injectable } from '@nestjs/common';
import {
  ApiError,
  Clock,
  currentContext,
  type Detail,
  failure,
  InjectStore,
  invalid,
  Mail,
  newId,
  read,
  type ReceivedFile,
  Reply,
  type ResourceStore,
} from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { confirmationMail } from '../applications/application.mail.js';
import { ApplicationHistory } from '../applications/application-history.js';
import { applications } from '../applications/application.resource.js';
import { emailDigest } from '../applications/email-digest.js';
import { MAX_ATTACHMENTS } from '../applications/attachment.resource.js';
import { AttachmentsService } from '../applications/attachments.service.js';
import type { Job } from '../jobs/job.entity.js';
import { JobRepository } from '../jobs/job.repository.js';
import { answered, problemsOf } from './answers.js';
import { StageRepository } from '../pipelines/stage.repository.js';
import { ACCEPTED_TYPES, FileTypes } from './file-types.js';
import type { Submission } from './submission.js';
import { type SubmissionView, SubmitApplication } from './submission.dto.js';

/** A file that is good, under the field that it answers. */
interface Accepted {
  field: string;
  file: ReceivedFile;
  name: string;
  mime_type: string;
}

/** Takes applications from anybody. */
@Injectable()
export class SubmissionsService {
  constructor(
    @InjectStore(Application) private readonly store: ResourceStore<Application>,
    private readonly history: ApplicationHistory,
    private readonly openings: JobRepository,
    private readonly stages: StageRepository,
    private readonly types: FileTypes,
    private readonly attachments: AttachmentsService,
    private readonly mail: Mail,
    private readonly clock: Clock,
  ) {}

  async submit(job: Job, sent: Submission): Promise<Reply> {
    if (sent.isTrapped) return this.#pretend(job);
    const { submission, files } = await this.#check(job, sent);
    const reply = await this.#store(job, submission, files);
    sent.keep();
    return reply;
  }

  /** Everything that is wrong, at once. */
  async #check({ application_form }: Job, { value, sent, files }: Submission) {
    const problems: Detail[] = [];
    let submission: SubmitApplication | null = null;
    try {
      submission = read(SubmitApplication, value);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.details?.length) throw error;
      problems.push(...error.details);
    }
    const reported = new Set(problems.map(({ field }) => field));
    const wrong = problemsOf(application_form, sent.answers, new Set(files.keys()));
    problems.push(...wrong.filter(({ field }) => !reported.has(field)));
    const accepted: Accepted[] = [];
    for (const [field, file] of files) {
      const type = await this.types.of(file, field);
      if (type) accepted.push({ field, file, ...type });
      else
        problems.push({
          field: `answers.${field}`,
          code: 'invalid_value',
          message: `The file ${field} must be one of these types: ${ACCEPTED_TYPES}.`,
        });
    }
    if (files.size > MAX_ATTACHMENTS)
      problems.push({
        field: 'answers',
        code: 'too_many',
        message: `An application must have at most ${MAX_ATTACHMENTS} files.`,
      });
    if (problems.length || !submission) throw invalid(problems);
    return { submission, files: accepted };
  }

  async #store({ id: job_id }: Job, { candidate, answers }: SubmitApplication, files: Accepted[]): Promise<Reply> {
    const { status, title, owner_id, confirmation_mail } = await this.openings.lockOpening(job_id);
    if (status !== 'published') throw failure(applications, 'notAccepting');
    // Where a user or a key sends it, the request says nothing about the candidate.
    const language = currentContext().actor.type === 'public' ? currentContext().language : null;
    const application = await this.store.create(
      {
        job_id,
        owner_id,
        status: 'active',
        stage_id: await this.stages.first(job_id),
        candidate,
        email_digest: emailDigest(candidate.email),
        answers: answered(answers),
        language,
      },
      { as: 'submitted' },
    );
    await this.history.record([[null, application]]);
    for (const { field, file, name, mime_type } of files) {
      const { key, size_bytes } = file;
      const facts = { application_id: application.id, label: field, name, mime_type, size_bytes };
      await this.attachments.add(facts, key);
    }
    if (confirmation_mail) {
      const spoken = await this.mail.languageFor(language);
      await this.mail.send(confirmationMail(candidate.email, title, spoken), { about: application.id });
    }
    return answer({ ...application, submitted_at: application.created_at });
  }

  /** Honeypot: answers bots with a fake success. */
  async #pretend({ id: job_id }: Job): Promise<Reply> {
    const stage_id = await this.stages.first(job_id);
    const id = newId(applications.idPrefix);
    return answer({ id, job_id, status: 'active', stage_id, submitted_at: this.clock.iso() });
  }
}

const answer = ({ id, job_id, status, stage_id, submitted_at }: SubmissionView): Reply =>
  new Reply(201, {}, JSON.stringify({ id, job_id, status, stage_id, submitted_at }));
