import { expect } from 'vitest';
import { type Given, requests } from '../../../test/support/sample.js';

/** A failed delivery of a paused webhook, so that its state is stable. */
async function failedDelivery({ client, make }: Given): Promise<{ list: string; id: string }> {
  const webhook = `/v1/webhooks/${await make('webhooks.webhook', { events: ['office.document.created'] })}`;
  const list = `${webhook}/deliveries`;
  await make('office.document');
  const attempted = async () => (await client.get(list)).body.data.find((item: any) => item.attempt_count > 0)?.id;
  await expect.poll(attempted).toBeTypeOf('string');
  await client.patch(webhook, { status: 'paused' });
  return { list, id: await attempted() };
}

export default requests({
  'GET /v1/webhooks/:id/deliveries': async (given) => ({ path: (await failedDelivery(given)).list }),
  'GET /v1/webhooks/:id/deliveries/:delivery_id': async (given) => {
    const { list, id } = await failedDelivery(given);
    return { path: `${list}/${id}` };
  },
  'POST /v1/webhooks/:id/deliveries/:delivery_id/redeliver': async (given) => {
    const { list, id } = await failedDelivery(given);
    await given.client.patch(list.replace('/deliveries', ''), { status: 'active' });
    return { path: `${list}/${id}/redeliver` };
  },
});
