import { conflictError, defineResource } from '../../platform/index.js';

/** Limits of pipelines per workspace and stages per pipeline (D-API-11). */
export const MAX_PIPELINES = 50;
export const MAX_STAGES = 50;

/** Pipelines have no owner: they are changed by editors (D-SAL-2). */
export const pipelines = defineResource('sales.pipeline', {
  idPrefix: 'pip',
  searchable: ['name'],
  errors: {
    openDeals: conflictError('The pipeline has open deals. Close, archive or move them first.'),
    tooMany: conflictError(`A workspace has at most ${MAX_PIPELINES} pipelines.`),
  },
});
