import { conflictError, defineResource } from '../../platform/index.js';

export const RECOMMENDATIONS = ['strong_no', 'no', 'yes', 'strong_yes', 'no_decision'] as const;

export const scorecards = defineResource('careers.scorecard', {
  idPrefix: 'sco',
  owner: 'interviewer_id',
  parent: { column: 'application_id', addedBy: 'viewers' },
  errors: {
    twice: conflictError('You already have a scorecard for this stage of the application.'),
    anonymized: conflictError('The application has been anonymized.'),
  },
  constraints: { scorecards_once: 'twice' },
});
