import { requests } from '../../../test/support/sample.js';

const minuteAgo = () => ({ from: new Date(Date.now() - 60_000).toISOString() });

export default requests({
  'POST /v1/webhooks/:id/replay': { body: minuteAgo, invalid: [{}, { from: 'yesterday' }] },
  'DELETE /v1/webhooks/:id/replays/:replay_id': async ({ client, make }) => {
    const path = `/v1/webhooks/${await make('webhooks.webhook')}`;
    const { body } = await client.post(`${path}/replay`, minuteAgo());
    return { path: `${path}/replays/${body.replay_id}` };
  },
});
