import { conflictError, defineResource } from '../../platform/index.js';
import { MAX_STAGES } from './pipeline.resource.js';

export const stages = defineResource('sales.stage', {
  idPrefix: 'stg',
  parent: { column: 'pipeline_id' },
  errors: {
    last: conflictError('A pipeline must keep at least one stage.'),
    tooMany: conflictError(`A pipeline has at most ${MAX_STAGES} stages.`),
  },
});
