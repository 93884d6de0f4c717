import { randomBytes } from 'node:crypto';
import { sample } from '../../../../test/support/sample.js';

export default sample('access.user', {
  text: 'display_name',
  create: () => ({
    email: `${randomBytes(6).toString('hex')}@example.com`,
    display_name: 'Ada Lovelace',
    roles: ['office:editor'],
  }),
  update: { display_name: 'Ada King' },
  invalid: [
    {},
    { email: 'ada' },
    { email: 'ada@example.com', roles: ['office:boss'] },
    { email: 'ada@example.com', language: 'fr' },
  ],
  routes: {
    'PATCH /v1/access/users/:id': {
      invalid: [{ display_name: '' }, { roles: 'office:editor' }, { language: 'de-DE' }],
    },
    'POST /v1/access/users/:id/reactivate': async ({ client, make }) => {
      const path = `/v1/access/users/${await make()}`;
      await client.post(`${path}/deactivate`);
      return { path: `${path}/reactivate` };
    },
  },
});
