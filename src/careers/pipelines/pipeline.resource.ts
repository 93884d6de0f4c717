import { conflictError, defineResource } from '../../platform/index.js';

export const MAX_PIPELINES = 50;
export const MAX_STAGES = 50;

/** The stages of a pipeline for which a request names none. Every workspace begins with one such pipeline (H7). */
export const DEFAULT_STAGES = ['Applied', 'Screen', 'Interview', 'Offer', 'Hired'];

export const pipelines = defineResource('careers.pipeline', {
  idPrefix: 'cpl',
  searchable: ['name'],
  errors: {
    tooMany: conflictError(`A workspace has at most ${MAX_PIPELINES} hiring pipelines.`),
    isDefault: conflictError('The pipeline is the default one. Make another pipeline the default first.'),
    hasJobs: conflictError('The pipeline has jobs.'),
  },
});
