import { type Given, sample } from '../../../test/support/sample.js';

const body = {
  overall: 3,
  recommendation: 'yes',
  attributes: [{ name: 'Design', type: 'skill', rating: 4, note: 'Fine.' }],
};

/** A scorecard, as a path. */
async function aScorecard({ client, make }: Given): Promise<string> {
  const path = `/v1/careers/applications/${await make('careers.application')}/scorecards`;
  return `${path}/${(await client.post(path, body)).body.id}`;
}

const one =
  (more: object = {}) =>
  async (given: Given) => ({ path: await aScorecard(given), ...more });

export default sample('careers.scorecard', {
  routes: {
    'GET /v1/careers/applications/:id/scorecards': async (given) => ({
      path: (await aScorecard(given)).replace(/\/\w+$/, ''),
    }),
    'POST /v1/careers/applications/:id/scorecards': {
      body,
      invalid: [
        {},
        { recommendation: 'maybe' },
        { recommendation: 'yes', overall: 5 },
        { recommendation: 'yes', overall: 3.5 },
        { recommendation: 'yes', attributes: [{ rating: 0 }] },
        { recommendation: 'yes', notes: 'n'.repeat(10_001) },
      ],
    },
    'GET /v1/careers/applications/:id/scorecards/:scorecard_id': one(),
    'PATCH /v1/careers/applications/:id/scorecards/:scorecard_id': one({ body: { overall: 4 } }),
    'DELETE /v1/careers/applications/:id/scorecards/:scorecard_id': one(),
  },
});
