import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  ApiError,
  asVisitor,
  Clock,
  type Credential,
  currentContext,
  Database,
  type Destination,
  type Detail,
  failure,
  Idempotency,
  InjectStore,
  invalid,
  invalidField,
  isForm,
  Mail,
  newId,
  parseJson,
  read,
  readJson,
  type ReceivedFile,
  Reply,
  type ResourceStore,
  untilWon,
  Uploads,
} from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { confirmationMail } from '../applications/application.mail.js';
import { ApplicationHistory } from '../applications/application-history.js';
import { applications } from '../applications/application.resource.js';
import { emailDigest } from '../applications/email-digest.js';
import { MAX_ATTACHMENTS } from '../applications/attachment.resource.js';
import { AttachmentsService } from '../applications/attachments.service.js';
import { APPLICATION_PART } from '../jobs/application-form.js';
import { Job } from '../jobs/job.entity.js';
import { JobRepository } from '../jobs/job.repository.js';
import { answered, problemsOf } from './answers.js';
import { StageRepository } from '../pipelines/stage.repository.js';
import { ACCEPTED_TYPES, FileTypes } from './file-types.js';
import { SubmissionLimits } from './submission-limits.js';
import { type SubmissionView, SubmitApplication } from './submission.dto.js';

const MEBIBYTE = 2 ** 20;
/** Of the JSON, and of each file. */
const MAX_BODY_BYTES = MEBIBYTE;
const MAX_FILE_BYTES = 10 * MEBIBYTE;

/** What came: JSON as it is, and the files by the fields that they answer. */
interface Sent {
  value: unknown;
  /** Tells it from another submission. */
  text: string;
  files: Map<string, ReceivedFile>;
}

/** A file that is good, under the field that it answers. */
interface Accepted {
  field: string;
  file: ReceivedFile;
  name: string;
  mime_type: string;
}

/** Takes applications from anybody. All of it is a public route's own, from the limits to the answer. */
@Injectable()
export class SubmissionsService {
  constructor(
    @InjectStore(Job) private readonly jobs: ResourceStore<Job>,
    @InjectStore(Application) private readonly store: ResourceStore<Application>,
    private readonly limits: SubmissionLimits,
    private readonly history: ApplicationHistory,
    private readonly openings: JobRepository,
    private readonly stages: StageRepository,
    private readonly uploads: Uploads,
    private readonly types: FileTypes,
    private readonly attachments: AttachmentsService,
    private readonly idempotency: Idempotency,
    private readonly mail: Mail,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async submit(jobId: string, request: Request, response: Response): Promise<Reply> {
    const credential = await this.limits.credentialOf(request);
    if (!credential) await this.limits.spendAddress();
    const job = await this.jobs.getAnywhere(jobId, [{ status: ['published', 'paused', 'closed'] }]);
    const trusted = await this.#spend(credential, job, response);
    if (job.status !== 'published') throw failure(applications, 'notAccepting');
    return asVisitor(job.workspace_id, async () => {
      const sent = await this.#receive(job, request, trusted);
      // Only of a commit it is not sure whether it has happened: what fails before leaves no file.
      let kept = false;
      try {
        if (isTrap(sent.value)) return await this.#pretend(job);
        const { submission, files } = await this.#check(job, sent);
        const key = this.idempotency.visitorKeyOf(request, submission.candidate.email.toLowerCase(), sent.text);
        const store = async () => {
          kept = false;
          const reply = await this.#store(job, submission, files);
          kept = true;
          return reply;
        };
        return await untilWon(() =>
          this.database.transaction((unit) => (key ? this.idempotency.once(key, unit, request, store) : store())),
        );
      } finally {
        for (const file of sent.files.values()) await this.uploads.discard({ file, kept });
      }
    });
  }

  /**
   * A credential that may write here counts against its own budget, any other one is as good as none. Resolves with whether it
   * is of the first kind.
   */
  async #spend(credential: Credential | null, job: Job, response: Response): Promise<boolean> {
    const mayWrite = credential?.scopes.has('careers:write') && credential.workspace_id === job.workspace_id;
    if (credential && mayWrite) {
      currentContext().actor = credential.actor;
      await this.limits.spendCredential(credential, response);
      return true;
    }
    if (credential) await this.limits.spendAddress();
    await this.limits.spendJob(job.id);
    return false;
  }

  async #receive({ id, application_form }: Job, request: Request, trusted: boolean): Promise<Sent> {
    if (!isForm(request)) return { ...(await readJson(request, MAX_BODY_BYTES)), files: new Map() };
    const announced = Number(request.headers['content-length'] ?? 0);
    if (!trusted && announced) await this.limits.spendBytes(id, announced);
    const names = application_form.fields.filter(({ type }) => type === 'file').map(({ name }) => name);
    const { fields, files } = await this.uploads.receiveForm(
      request,
      new Map(names.map((name) => [name, destinationOf(name)])),
      MAX_BODY_BYTES,
    );
    try {
      const bytes = [...files.values()].reduce((sum, { size_bytes }) => sum + size_bytes, 0);
      if (!trusted && !announced && bytes) await this.limits.spendBytes(id, bytes);
      const unknown = [...fields.keys()].find((name) => name !== APPLICATION_PART);
      if (unknown !== undefined)
        throw invalidField(unknown, 'unknown_field', `The form of the job has no file ${unknown}.`);
      const [text = ''] = fields.get(APPLICATION_PART) ?? [];
      if (!text)
        throw invalidField(APPLICATION_PART, 'required', `The part ${APPLICATION_PART} is required: it has the JSON.`);
      const { value } = parseJson(Buffer.from(text));
      const hashes = [...files].map(([name, { sha256 }]) => [name, sha256]);
      // A file input that was left empty sends an empty file.
      for (const [name, file] of files) {
        if (file.size_bytes) continue;
        await this.uploads.discard({ file, kept: false });
        files.delete(name);
      }
      return { value, text: JSON.stringify([text, hashes]), files };
    } catch (error) {
      for (const file of files.values()) await this.uploads.discard({ file, kept: false });
      throw error;
    }
  }

  /** Everything that is wrong, at once. */
  async #check({ application_form }: Job, { value, files }: Sent) {
    const problems: Detail[] = [];
    let submission: SubmitApplication | null = null;
    try {
      submission = read(SubmitApplication, value);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.details?.length) throw error;
      problems.push(...error.details);
    }
    const told = new Set(problems.map(({ field }) => field));
    const { answers } = value as Partial<SubmitApplication>;
    const wrong = problemsOf(application_form, answers, new Set(files.keys()));
    problems.push(...wrong.filter(({ field }) => !told.has(field)));
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
    const application = await this.store.create(
      {
        job_id,
        owner_id,
        status: 'active',
        stage_id: await this.stages.first(job_id),
        candidate,
        email_digest: emailDigest(candidate.email),
        answers: answered(answers),
      },
      { as: 'submitted' },
    );
    await this.history.record([[null, application]]);
    for (const { field, file, name, mime_type } of files) {
      const { key, size_bytes } = file;
      const facts = { application_id: application.id, label: field, name, mime_type, size_bytes };
      await this.attachments.add(facts, key);
    }
    if (confirmation_mail) await this.mail.send(confirmationMail(candidate.email, title), { about: application.id });
    return answer({ ...application, submitted_at: application.created_at });
  }

  /** What fills in the field that people do not see is told what it hopes to hear. */
  async #pretend({ id: job_id }: Job): Promise<Reply> {
    const stage_id = await this.stages.first(job_id);
    const id = newId(applications.idPrefix);
    return answer({ id, job_id, status: 'active', stage_id, submitted_at: this.clock.iso() });
  }
}

const isTrap = (value: unknown): boolean => {
  const { website } = Object(value) as Partial<SubmitApplication>;
  return website !== undefined && website !== null && String(website).trim() !== '';
};

const destinationOf = (name: string): Destination => ({
  field: `answers.${name}`,
  into: 'a new blob',
  minBytes: 0,
  maxBytes: MAX_FILE_BYTES,
  wrongSize: `The file ${name} must be at most ${MAX_FILE_BYTES} bytes.`,
});

const answer = ({ id, job_id, status, stage_id, submitted_at }: SubmissionView): Reply =>
  new Reply(201, {}, JSON.stringify({ id, job_id, status, stage_id, submitted_at }));
