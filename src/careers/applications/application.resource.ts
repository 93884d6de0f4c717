import { conflictError, deferred, defineResource, editorsOr, event, Id } from '../../platform/index.js';
import type { Application } from './application.entity.js';

export const STATUSES = ['active', 'disqualified', 'withdrawn'] as const;

/** The best that a scorecard gives. */
export const MAX_RATING = 4;

/** The payload has ids only: a candidate's data never leaves with an event. */
class ApplicationEvent {
  @Id('app', { description: 'The application.' }) application_id: string;
  @Id('job', { description: 'Job of the application.' }) job_id: string;
}

class ApplicationSubmitted extends ApplicationEvent {
  @Id('stg', { description: 'First stage of the application.' }) stage_id: string;
}

class ApplicationStageChanged extends ApplicationEvent {
  @Id('stg', { description: 'Previous stage.' }) from_stage_id: string;
  @Id('stg', { description: 'New stage.' }) to_stage_id: string;
}

export const applications = defineResource('careers.application', {
  idPrefix: 'app',
  partOf: ['job_id'],
  feed: { within: ['job_id'] },
  searchable: [`candidate ->> 'display_name'`, `candidate ->> 'email'`],
  states: { active: ['disqualified', 'withdrawn'], disqualified: ['active'], withdrawn: ['active'] },
  // A copy of the job's owner, because who may write is decided by columns of the record itself.
  writable: editorsOr('careers', 'owner_id'),
  events: {
    submitted: ApplicationSubmitted,
    stage_changed: event(ApplicationStageChanged, (application: Application, { before }) => ({
      from_stage_id: before.stage_id,
      to_stage_id: application.stage_id,
    })),
  },
  errors: {
    notAccepting: conflictError(deferred('The job is not accepting applications.')),
    twice: conflictError(deferred('The candidate already has an active application for this job.')),
    notActive: conflictError('The application is not active.'),
    notDisqualified: conflictError('The application is not disqualified: it has no reason to change.'),
    movedMeanwhile: conflictError('The application is not in the stage from_stage_id. Get it again.'),
    anonymized: conflictError('The application has been anonymized.'),
  },
  constraints: { applications_active: 'twice' },
  userColumns: ['owner_id', 'disqualified_by'],
  notices: [{ kind: 'application', on: ['submitted'], to: ['owner_id'] }],
});
