import { sample } from '../../../test/support/sample.js';
import { undeliverableMail } from '../../../test/support/undeliverable-mail.js';

export default sample('operations.backlog_item', {
  catalogue: true,
  routes: {
    'GET /v1/operations/backlog': async ({ suite }) => {
      await undeliverableMail(suite);
      return {};
    },
    'POST /v1/operations/backlog/:item_id/retry': async ({ suite }) => ({
      path: `/v1/operations/backlog/${await undeliverableMail(suite)}/retry`,
    }),
  },
});
