import { eventually } from '../../../test/support/eventually.js';
import { type Given, requests } from '../../../test/support/sample.js';

const minuteAgo = () => ({ from: new Date(Date.now() - 60_000).toISOString() });

/** Waits until it has finished, so that repeated reads are equal. */
async function replay({ suite, client, make }: Given) {
  const list = `/v1/webhooks/${await make('webhooks.webhook')}`;
  const { body } = await client.post(`${list}/replay`, minuteAgo());
  const one = `${list}/replays/${body.replay_id}`;
  if (suite.settings.worksQueues)
    await eventually(async () => {
      if ((await client.get(one)).body.status === 'running') throw new Error('The replay runs.');
    });
  return { list: `${list}/replays`, one };
}

export default requests({
  'POST /v1/webhooks/:id/replay': { body: minuteAgo, invalid: [{}, { from: 'yesterday' }] },
  'GET /v1/webhooks/:id/replays': async (given) => ({ path: (await replay(given)).list }),
  'GET /v1/webhooks/replays': async (given) => {
    await replay(given);
    await replay(given);
    return {};
  },
  'GET /v1/webhooks/:id/replays/:replay_id': async (given) => ({ path: (await replay(given)).one }),
  'DELETE /v1/webhooks/:id/replays/:replay_id': async (given) => ({ path: (await replay(given)).one }),
});
