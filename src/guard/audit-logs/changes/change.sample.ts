import { requests } from '../../../../test/support/sample.js';

export default requests({
  'GET /v1/changes/:id': async ({ client }) => ({
    path: `/v1/changes/${(await client.post('/v1/sales/contacts', { display_name: 'Ada' })).body.id}`,
  }),
});
