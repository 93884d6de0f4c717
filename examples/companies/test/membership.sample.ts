import { sample } from 'workspace-suite/testing';

export default sample('companies.membership', {
  create: async ({ make }) => ({
    company_id: await make('companies.company'),
    contact_id: await make('sales.contact'),
    position: 'Buyer',
  }),
  update: { position: 'Director' },
  invalid: [{}, { company_id: 'cmp_1', contact_id: 'cnt_1' }],
});
