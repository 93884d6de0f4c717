import { sample } from '../../../test/support/sample.js';

const PATH = '/v1/inbox/settings';

export default sample('inbox.settings', {
  routes: {
    'GET /v1/inbox/settings': { own: () => PATH },
    'PATCH /v1/inbox/settings': {
      own: () => PATH,
      body: { kinds: { change: { mail: 'daily' } }, mail_hour: 7 },
      invalid: [
        { mail_hour: 24 },
        { kinds: { change: { mail: 'weekly' } } },
        { kinds: { gossip: { inbox: true } } },
        { kinds: [] },
      ],
    },
  },
});
