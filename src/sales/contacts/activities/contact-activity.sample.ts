import { sample } from '../../../../test/support/sample.js';

export default sample('sales.contact_activity', {
  text: 'note',
  routes: {
    'GET /v1/sales/contacts/:id/activities': async ({ client, make }) => {
      const path = `/v1/sales/contacts/${await make('sales.contact')}/activities`;
      await client.post(path, { type: 'note' });
      return { path };
    },
    'POST /v1/sales/contacts/:id/activities': {
      body: { type: 'call', note: 'Prefers to be called after lunch.' },
      invalid: [
        {},
        { type: 'fax' },
        { type: 'call', note: 'x'.repeat(10_001) },
        { type: 'call', occurred_at: '2026-01-01' },
        { type: 'note', mentions: ['usr_01jz8k3m5n7p9q1r3s5t7v9w1x'] },
      ],
    },
  },
});
