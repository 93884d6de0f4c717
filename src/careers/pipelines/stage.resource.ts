import { conflictError, defineResource } from '../../platform/index.js';
import { MAX_STAGES } from './pipeline.resource.js';

/** Why applications are disqualified whose stage is deleted. */
export const STAGE_REMOVED = 'stage_removed';

export const stages = defineResource('careers.stage', {
  idPrefix: 'stg',
  sharesPrefixWith: 'sales.stage',
  feed: { within: ['pipeline_id'] },
  errors: {
    tooMany: conflictError(`A pipeline has at most ${MAX_STAGES} stages.`),
    last: conflictError('The stage is the last one of its pipeline.'),
  },
});
