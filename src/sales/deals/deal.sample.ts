import { randomUUID } from 'node:crypto';
import { sample } from '../../../test/support/sample.js';

export default sample('sales.deal', {
  text: 'title',
  create: async ({ make }) => ({ title: 'Ten seats', value: 1200.5, pipeline_id: await make('sales.pipeline') }),
  update: { title: 'Twelve seats' },
  invalid: [
    {},
    { title: '' },
    { title: 'A', value: -1 },
    { title: 'A', value: 1.001 },
    { title: 'A', value: 1e12 },
    { title: 'A', value: '12' },
    { title: 'A', currency: 'eur' },
    { title: 'A', pipeline_id: 'pip_01jz8k3m5n7p9q1r3s5t7v9w1x' },
    { title: 'A', stage_id: 'stg_01jz8k3m5n7p9q1r3s5t7v9w1x' },
    { title: 'A', contact_ids: ['cnt_01jz8k3m5n7p9q1r3s5t7v9w1x'] },
    { title: 'A', project_id: 'prj_01jz8k3m5n7p9q1r3s5t7v9w1x' },
    { title: 'A', expected_close_date: '2026-02-30' },
    { title: 'A', owner_id: 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x' },
  ],
  routes: {
    'PATCH /v1/sales/deals/:id': { invalid: [{ status: 'lots' }, { title: null }, { close_reason: 'Early' }] },
    'POST /v1/sales/deals/:id/close': {
      body: { outcome: 'won', close_reason: 'Best offer' },
      invalid: [{}, { outcome: 'archived' }, { outcome: 'won', close_reason: 'x'.repeat(501) }],
    },
    'PUT /v1/sales/deals/by-external-id/:external_id': async ({ client, make }) => {
      const external_id = randomUUID();
      await client.patch(`/v1/sales/deals/${await make()}`, { external_id });
      return { path: `/v1/sales/deals/by-external-id/${external_id}`, body: { title: 'Twelve seats' } };
    },
  },
});
