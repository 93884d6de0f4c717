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
  @Text({ example: 'Backend engineer', description: 'Name.' }) title: string;
  @Text({ ...optional, example: 'Engineering', description: 'Department.' })
  department: string | null;
  @Text({ ...optional, example: 'Berlin', description: 'Location.' }) location: string | null;
  @Choice(EMPLOYMENT_TYPES, { ...optional, description: 'Employment type.' })
  employment_type: (typeof EMPLOYMENT_TYPES)[number] | null;
  @LongText({
    max: 10_000,
    default: '',
    description: 'Description as HTML. Responses have the HTML sanitized for a page.',
  })
  description: string;
  @Id('cpl', {
    optional: true,
    description: 'Hiring pipeline of the applications. Default: the default pipeline.',
  })
  pipeline_id: string;
  @Choice(STATUSES, { default: 'draft', description: 'Status; candidates can see and apply for a published job.' })
  status: (typeof STATUSES)[number];
  @Texts({
    maxItems: CHANNELS.length,
    maxLength: 50,
    among: CHANNELS,
    default: [],
    description: 'Channels of the last publication; empty if never published.',
  })
  channels: string[];
  @Nested(() => ApplicationForm, { default: { fields: [] }, description: 'Application form for candidates.' })
  application_form: ApplicationForm;
  @Flag({ default: true, description: 'Whether candidates get a confirmation of their application by mail.' })
  confirmation_mail: boolean;
  @Id('usr', { optional: true, description: 'Owner. Default: the user of the credential.' })
  owner_id: string;
  @Tags({ default: [] }) tags: string[];
  @Text({ ...optional, max: 500, example: 'Position filled', description: 'Reason of the closure.' })
  close_reason: string | null;
  @Timestamp({ ...optional, description: 'Time of the closure; null for an open job.' }) closed_at: string | null;
  @Timestamp({ ...optional, description: 'Time of the last publication.' }) published_at: string | null;
  /** Whether the public board shows it. A column, so that an index has just these jobs. */
  @Flag({ generated: `status = 'published' and 'careers_site' = any (channels)` }) on_board: boolean;
}
