import { sample } from '../../../test/support/sample.js';

const url = 'http://127.0.0.1:9/hook';
// No event of this type happens in tests, so nothing is sent.
const events = ['sales.deal.won'];

export default sample('webhooks.webhook', {
  text: 'description',
  create: { url, events },
  update: { description: 'Renamed' },
  invalid: [{}, { url: 'here', events }, { url, events: ['nothing'] }],
  routes: {
    'PATCH /v1/webhooks/:id': { invalid: [{ url: 'here' }, { status: 'lost' }] },
    'POST /v1/webhooks/:id/rotate-secret': {
      body: { grace_period_seconds: 60 },
      invalid: [{ grace_period_seconds: -1 }],
    },
  },
});
