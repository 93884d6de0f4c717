import { Choice, ListOf, PartialType, PickType, Text, Texts, ViewType } from '../../platform/index.js';
import { Job } from './job.entity.js';
import { CHANNELS, STATUSES } from './job.resource.js';

const written = [
  'title',
  'department',
  'location',
  'employment_type',
  'description',
  'pipeline_id',
  'application_form',
  'confirmation_mail',
  'owner_id',
  'tags',
] as const;

export class CreateJob extends PickType(Job, written) {}

export class UpdateJob extends PartialType(CreateJob) {
  @Choice(STATUSES, {
    optional: true,
    description:
      'archived for a draft or closed job; draft for a closed or archived job. Actions set the other states.',
  })
  status?: (typeof STATUSES)[number];
}

export class PublishJob {
  @Texts({
    maxItems: CHANNELS.length,
    maxLength: 50,
    minItems: 1,
    among: CHANNELS,
    default: ['careers_site'],
    description: 'Channels of the job. They replace the previous ones.',
  })
  channels: string[];
}

export class CloseJob {
  @Text({ optional: true, nullable: true, max: 500, example: 'Position filled', description: 'Why.' })
  close_reason?: string | null;
}

export class JobQuery extends ListOf(Job, {
  filter: ['status', 'department', 'pipeline_id', 'owner_id'],
  sort: ['created_at', 'updated_at', 'title'],
}) {}

/** The answer to a create. */
export class CreatedJob extends ViewType(Job, ['id', 'title', 'status', 'created_at']) {}

const item = [
  'id',
  'title',
  'department',
  'location',
  'employment_type',
  'status',
  'channels',
  'pipeline_id',
  'owner_id',
  'tags',
  'close_reason',
  'closed_at',
  'published_at',
  'created_at',
  'updated_at',
] as const;

/** A job in a list. */
export class JobItem extends ViewType(Job, item) {}

export class JobView extends ViewType(Job, [
  ...item,
  'description',
  'application_form',
  'confirmation_mail',
  'revision',
]) {}
