import { sample } from '../../../test/support/sample.js';

const CLIENTS = '/v1/access/oauth-clients';
const notes = {
  name: 'Notes',
  type: 'confidential',
  redirect_uris: ['https://notes.example.com/callback'],
  scopes: ['access:read'],
};

export default sample('access.oauth_client', {
  create: notes,
  record: async ({ client }) => (await client.post(CLIENTS, notes)).body.client_id,
  update: { name: 'Notes, renamed' },
  invalid: [
    {},
    { ...notes, type: 'secret' },
    { ...notes, redirect_uris: ['http://notes.example.com/'] },
    { ...notes, name: 'Console' },
  ],
  routes: {
    'POST /v1/access/oauth-clients/:client_id/rotate-secret': {
      body: { grace_period_seconds: 60 },
      invalid: [{ grace_period_seconds: -1 }, { grace_period_seconds: 700_000 }],
    },
  },
});
