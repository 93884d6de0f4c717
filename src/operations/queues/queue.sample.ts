import { failedJob } from '../../../test/support/failed-job.js';
import { sample } from '../../../test/support/sample.js';

const PATH = '/v1/operations/queues';

export default sample('operations.queue', {
  catalogue: true,
  routes: {
    'GET /v1/operations/queues/:name/failed': async ({ suite }) => ({
      path: `${PATH}/${await failedJob(suite)}/failed`,
    }),
    'POST /v1/operations/queues/:name/failed/retry': {
      path: `${PATH}/mail/failed/retry`,
      body: {},
      invalid: [{ ids: [] }, { ids: 'all' }],
    },
  },
});
