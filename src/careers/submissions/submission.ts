import { type Destination, failure, FormUpload } from '../../platform/index.js';
import { applications } from '../applications/application.resource.js';
import { APPLICATION_PART } from '../jobs/application-form.js';
import type { Job } from '../jobs/job.entity.js';
import type { SubmitApplication } from './submission.dto.js';

const MEBIBYTE = 2 ** 20;
const MAX_FILE_BYTES = 10 * MEBIBYTE;

/** The body that a candidate sends: JSON, and a file for each file field of the job's form. */
export class Submission extends FormUpload {
  static override part = APPLICATION_PART;
  static override maxBytes = MEBIBYTE;

  /** 409 for a job that takes no applications. */
  static override destinations({ status, application_form }: Job): ReadonlyMap<string, Destination> {
    if (status !== 'published') throw failure(applications, 'notAccepting');
    const names = application_form.fields.filter(({ type }) => type === 'file').map(({ name }) => name);
    return new Map(names.map((name) => [name, destinationOf(name)]));
  }

  override sender(): string | null {
    const { email } = Object(this.sent.candidate) as { email?: unknown };
    return typeof email === 'string' ? email.trim().toLowerCase() : null;
  }

  /** The unchecked input. */
  get sent(): Partial<SubmitApplication> {
    return Object(this.value) as Partial<SubmitApplication>;
  }

  /** Whether somebody filled in the field that people do not see. */
  get isTrapped(): boolean {
    const { website } = this.sent;
    return website !== undefined && website !== null && String(website).trim() !== '';
  }
}

const destinationOf = (name: string): Destination => ({
  field: `answers.${name}`,
  into: 'a new blob',
  minBytes: 0,
  maxBytes: MAX_FILE_BYTES,
  wrongSize: `The file ${name} must be at most ${MAX_FILE_BYTES} bytes.`,
});
