import { randomUUID } from 'node:crypto';
import { sample } from '../../../test/support/sample.js';

const manyFields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`field_${n}`, n]));

export default sample('sales.contact', {
  text: 'display_name',
  create: () => ({ display_name: 'Ada Lovelace', email: `${randomUUID()}@example.com`, custom_fields: { size: 3 } }),
  update: { organization_name: 'Analytical Engines', custom_fields: { size: 4 } },
  invalid: [
    {},
    { organization_name: 'Acme' },
    { display_name: '' },
    { display_name: 'Ada', email: 'ada' },
    { display_name: 'Ada', phone: '0'.repeat(33) },
    { display_name: 'Ada', custom_fields: [] },
    { display_name: 'Ada', custom_fields: { 'a b': 1 } },
    { display_name: 'Ada', custom_fields: { a: { b: 1 } } },
    { display_name: 'Ada', custom_fields: manyFields(101) },
    { display_name: 'Ada', custom_fields: { text: 'x'.repeat(65_536) } },
  ],
  routes: {
    'PUT /v1/sales/contacts/by-external-id/:external_id': async ({ client, make }) => {
      const external_id = randomUUID();
      await client.patch(`/v1/sales/contacts/${await make()}`, { external_id });
      return { path: `/v1/sales/contacts/by-external-id/${external_id}`, body: { display_name: 'Ada', phone: '1' } };
    },
    'POST /v1/sales/contacts/merge': {
      body: async ({ make }) => ({ primary_id: await make(), duplicate_id: await make() }),
      invalid: [{}, { primary_id: 'cnt_1', duplicate_id: 'cnt_2' }],
    },
    'POST /v1/sales/contacts/:id/unmerge': async ({ client, make }) => {
      const [primary_id, duplicate_id] = [await make(), await make()];
      await client.post('/v1/sales/contacts/merge', { primary_id, duplicate_id });
      return { path: `/v1/sales/contacts/${duplicate_id}/unmerge` };
    },
  },
});
