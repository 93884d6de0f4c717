import { type Given, sample } from '../../../test/support/sample.js';

/** A pipeline and its stages. */
async function aPipeline({ client, make }: Given): Promise<{ path: string; stage_ids: string[] }> {
  const path = `/v1/careers/pipelines/${await make('careers.pipeline')}`;
  const { stages } = (await client.get(path)).body;
  return { path, stage_ids: stages.map(({ id }: { id: string }) => id) };
}

export default sample('careers.stage', {
  create: { name: 'Trial day', order: 2 },
  update: { name: 'Trial week', order: 1 },
  invalid: [{}, { name: '' }, { name: 'Trial', order: 0 }],
  routes: {
    'PATCH /v1/careers/stages/:id': { invalid: [{ name: null }, { order: 'first' }] },
    'DELETE /v1/careers/stages/:id': {
      body: { disqualify_candidates: true },
      invalid: [{ migrate_applications_to: 'A' }, { disqualify_candidates: 'yes' }],
    },
    'PUT /v1/careers/pipelines/:pipeline_id/stages/order': async (given) => {
      const { path, stage_ids } = await aPipeline(given);
      return { path: `${path}/stages/order`, body: { stage_ids: stage_ids.toReversed() } };
    },
  },
});
