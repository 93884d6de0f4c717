import {
  Choice,
  Flag,
  Id,
  LongText,
  Nested,
  RecordEntity,
  ResourceEntity,
  Tags,
  Text,
  Texts,
  Timestamp,
} from '../../platform/index.js';
import { ApplicationForm } from './application-form.js';
import { CHANNELS, EMPLOYMENT_TYPES, jobs, STATUSES } from './job.resource.js';

const optional = { nullable: true, default: null } as const;

@ResourceEntity(jobs, 'jobs')
export class Job extends RecordEntity {
  @Text({ example: 'Backend engineer', description: 'What it is called.' }) title: string;
  @Text({ ...optional, example: 'Engineering', description: 'Which part of the company it is in.' })
  department: string | null;
  @Text({ ...optional, example: 'Berlin', description: 'Where the work is done.' }) location: string | null;
  @Choice(EMPLOYMENT_TYPES, { ...optional, description: 'What kind of employment it is.' })
  employment_type: (typeof EMPLOYMENT_TYPES)[number] | null;
  @LongText({ max: 10_000, default: '', description: 'HTML. Answers show what of it is safe in a page.' })
  description: string;
  @Id('cpl', {
    optional: true,
    description: 'Whose stages its applications go through; the default pipeline, unless a request names another.',
  })
  pipeline_id: string;
  @Choice(STATUSES, { default: 'draft', description: 'Whether candidates see it and can apply.' })
  status: (typeof STATUSES)[number];
  @Texts({
    maxItems: CHANNELS.length,
    maxLength: 50,
    among: CHANNELS,
    default: [],
    description: 'Where it was published last; empty, where it never was.',
  })
  channels: string[];
  @Nested(() => ApplicationForm, { default: { fields: [] }, description: 'What candidates are asked.' })
  application_form: ApplicationForm;
  @Flag({ default: true, description: 'Whether candidates get a mail that their application has arrived.' })
  confirmation_mail: boolean;
  @Id('usr', { optional: true, description: 'The user it belongs to; you, unless a request names another.' })
  owner_id: string;
  @Tags({ default: [] }) tags: string[];
  @Text({ ...optional, max: 500, example: 'Position filled', description: 'Why it was closed.' })
  close_reason: string | null;
  @Timestamp({ ...optional, description: 'When it was closed; null where it is open.' }) closed_at: string | null;
  @Timestamp({ ...optional, description: 'When it was published last.' }) published_at: string | null;
  /** Whether the public board shows it. A column, so that an index has just these jobs. */
  @Flag({ generated: `status = 'published' and 'careers_site' = any (channels)` }) on_board: boolean;
}
