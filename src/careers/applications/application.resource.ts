import { conflictError, defineResource, editorsOr, event, Id } from '../../platform/index.js';
import type { Application } from './application.entity.js';

export const STATUSES = ['active', 'disqualified', 'withdrawn'] as const;

/** The best that a scorecard gives. */
export const MAX_RATING = 4;

/** What a candidate sent never goes out with an event, only ids. */
class ApplicationEvent {
  @Id('app', { description: 'The application.' }) application_id: string;
  @Id('job', { description: 'The job that it is for.' }) job_id: string;
}

class ApplicationSubmitted extends ApplicationEvent {
  @Id('stg', { description: 'The stage that it begins in.' }) stage_id: string;
}

class ApplicationStageChanged extends ApplicationEvent {
  @Id('stg', { description: 'The stage before.' }) from_stage_id: string;
  @Id('stg', { description: 'The stage after.' }) to_stage_id: string;
}

export const applications = defineResource('careers.application', {
  idPrefix: 'app',
  states: { active: ['disqualified', 'withdrawn'], disqualified: ['active'], withdrawn: ['active'] },
  // They belong to whom their job belongs to; a trigger on jobs keeps this column.
  writable: editorsOr('careers', 'owner_id'),
  events: {
    submitted: ApplicationSubmitted,
    stage_changed: event(ApplicationStageChanged, (application: Application, { before }) => ({
      from_stage_id: before.stage_id,
      to_stage_id: application.stage_id,
    })),
  },
  errors: {
    notAccepting: conflictError('The job is not accepting applications.'),
    twice: conflictError('There is an active application of this candidate for this job.'),
    notActive: conflictError('The application is not active.'),
    notDisqualified: conflictError('The application is not disqualified, so there is no reason to change.'),
    movedMeanwhile: conflictError('The application is not in the stage that from_stage_id names.'),
    anonymized: conflictError('The application has been anonymized.'),
  },
  constraints: { applications_active: 'twice' },
  countedBy: ['job_id', 'status', 'stage_id', 'tags'],
  countedByMany: ['job_id', 'tags'],
  userColumns: ['disqualified_by', 'moved_by_id'],
});
