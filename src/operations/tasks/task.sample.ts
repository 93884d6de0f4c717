import { sample } from '../../../test/support/sample.js';

export default sample('operations.task', {
  catalogue: true,
  routes: { 'POST /v1/operations/tasks/:name/run': { path: '/v1/operations/tasks/partitions/run' } },
});
