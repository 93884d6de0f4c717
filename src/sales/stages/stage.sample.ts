import { sample } from '../../../test/support/sample.js';

export default sample('sales.stage', {
  routes: {
    'POST /v1/sales/pipelines/:id/stages': {
      body: { name: 'Contract', order: 2, probability: 80 },
      invalid: [{}, { name: '' }, { name: 'A', order: 0 }, { name: 'A', order: 1.5 }, { name: 'A', probability: -1 }],
    },
    'DELETE /v1/sales/pipelines/:id/stages/:stage_id': async ({ client, make }) => {
      const path = `/v1/sales/pipelines/${await make('sales.pipeline')}`;
      const { body } = await client.get(path);
      return { path: `${path}/stages/${body.stages[0].id}`, body: {} };
    },
  },
});
