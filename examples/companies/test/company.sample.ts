import { randomUUID } from 'node:crypto';
import { sample } from 'workspace-suite/testing';

export default sample('companies.company', {
  text: 'name',
  create: () => ({ name: randomUUID(), domain: `${randomUUID()}.example`, city: 'Berlin' }),
  update: { city: 'Hamburg' },
  invalid: [{}, { name: '' }, { name: 'Acme', domain: 'not a domain' }, { name: 'Acme', owner_id: 'cnt_1' }],
  routes: {
    'POST /v1/companies/companies/:id/merge': {
      body: async ({ make }) => ({ into_id: await make() }),
      invalid: [{}, { into_id: 'cnt_1' }],
    },
  },
});
