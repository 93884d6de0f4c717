import { conflictError, defineResource, Id, Text, Texts } from '../../platform/index.js';

export const STATUSES = ['draft', 'published', 'paused', 'closed', 'archived'] as const;
export const EMPLOYMENT_TYPES = ['full_time', 'part_time', 'contract', 'temporary', 'internship'] as const;

/** Where a published job is shown. Of the public board only `careers_site` is. */
export const CHANNELS = ['careers_site', 'external_network'] as const;

class JobPublished {
  @Id('job', { description: 'The job.' }) job_id: string;
  @Text({ example: 'Backend engineer', description: 'Name.' }) title: string;
  @Texts({
    maxItems: CHANNELS.length,
    maxLength: 50,
    among: CHANNELS,
    example: ['careers_site'],
    description: 'Channels of the publication.',
  })
  channels: string[];
}

export const jobs = defineResource('careers.job', {
  idPrefix: 'job',
  searchable: ['title', 'department', 'location'],
  owner: 'owner_id',
  notices: [{ kind: 'assignment', on: ['created', 'updated'], to: ['owner_id'] }],
  states: {
    draft: ['published', 'paused', 'closed', 'archived'],
    published: ['paused', 'closed'],
    paused: ['published', 'closed'],
    closed: ['published', 'paused', 'draft', 'archived'],
    archived: ['draft'],
  },
  events: { published: JobPublished },
  errors: {
    statusByAction: conflictError('status must be draft or archived. Publish, pause and close are separate actions.'),
    notArchived: conflictError('The job is not archived.'),
    hasApplications: conflictError('The job has applications.'),
  },
});
