import { conflictError, defineResource, Id, Text, Texts } from '../../platform/index.js';

export const STATUSES = ['draft', 'published', 'paused', 'closed', 'archived'] as const;
export const EMPLOYMENT_TYPES = ['full_time', 'part_time', 'contract', 'temporary', 'internship'] as const;

/** Where a published job is shown. Of the public board only `careers_site` is. */
export const CHANNELS = ['careers_site', 'external_network'] as const;

class JobPublished {
  @Id('job', { description: 'The job.' }) job_id: string;
  @Text({ example: 'Backend engineer', description: 'What it is called.' }) title: string;
  @Texts({
    maxItems: CHANNELS.length,
    maxLength: 50,
    among: CHANNELS,
    example: ['careers_site'],
    description: 'Where it is published.',
  })
  channels: string[];
}

export const jobs = defineResource('careers.job', {
  idPrefix: 'job',
  owner: 'owner_id',
  states: {
    draft: ['published', 'paused', 'closed', 'archived'],
    published: ['paused', 'closed'],
    paused: ['published', 'closed'],
    closed: ['published', 'paused', 'draft', 'archived'],
    archived: ['draft'],
  },
  events: { published: JobPublished },
  errors: {
    statusByAction: conflictError(
      'Publishing, pausing and closing are actions of their own: status takes draft and archived.',
    ),
    notArchived: conflictError('The job is not archived.'),
    hasApplications: conflictError('The job has applications.'),
  },
  countedBy: ['status', 'department', 'pipeline_id', 'owner_id', 'tags'],
  countedByMany: ['owner_id', 'department', 'tags'],
});
