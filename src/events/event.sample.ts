import { expect } from 'vitest';
import { sample } from '../../test/support/sample.js';

export default sample('webhooks.event', {
  async record({ client, make }) {
    const id = await make('office.document');
    const logged = async () => {
      const { body } = await client.get('/v1/events?type=office.document.created&sort=sequence:desc');
      return body.data.find(({ payload }: any) => payload.document_id === id)?.id;
    };
    await expect.poll(logged).toBeTypeOf('string');
    return logged();
  },
  routes: {
    'GET /v1/events/:id': async ({ make }) => ({ path: `/v1/events/${await make()}` }),
  },
});
