import { sample } from '../../../test/support/sample.js';

export default sample('sales.pipeline', {
  text: 'name',
  create: {
    name: 'New customers',
    stages: [
      { name: 'Lead', probability: 10 },
      { name: 'Offer', probability: 60 },
    ],
  },
  update: { name: 'Customers' },
  invalid: [
    {},
    { name: '' },
    { name: 'New', currency: 'usd' },
    { name: 'New', currency: 'ZZZ' },
    { name: 'New', stages: [] },
    { name: 'New', stages: [{ name: 'Lead', probability: 101 }] },
    { name: 'New', stages: [{ name: 'Lead', order: 0 }] },
    {
      name: 'New',
      stages: [
        { name: 'Lead', order: 1 },
        { name: 'Offer', order: 1 },
      ],
    },
  ],
  routes: {
    'PATCH /v1/sales/pipelines/:id': {
      invalid: [
        { stages: [{ id: 'stg_01jz8k3m5n7p9q1r3s5t7v9w1x', order: 1 }] },
        { stages: [{ order: 1 }] },
        { currency: 'EURO' },
      ],
    },
  },
});
