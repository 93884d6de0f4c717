import { sample } from '../../../test/support/sample.js';

export default sample('access.session', {
  record: async ({ client }) => (await client.signedIn('office:viewer')).sessionId,
  routes: {
    'GET /v1/access/users/:id/sessions': async ({ client }) => ({
      path: `/v1/access/users/${(await client.signedIn('office:viewer')).userId}/sessions`,
    }),
    'GET /v1/access/me/sessions': { own: () => '/v1/access/me/sessions' },
    'POST /v1/access/me/sessions/revoke': { own: () => '/v1/access/me/sessions/revoke' },
    'DELETE /v1/access/me/sessions/:id': { own: ({ sessionId }) => `/v1/access/me/sessions/${sessionId}` },
  },
});
