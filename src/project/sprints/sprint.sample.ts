import { type Given, sample } from '../../../test/support/sample.js';

const listOf = async ({ make }: Given) => `/v1/project/projects/${await make('project.project')}/sprints`;
const aSprint = async (given: Given) => (await given.client.post(await listOf(given), { name: 'Sprint 1' })).body.id;
const started = async (given: Given) => {
  const path = `/v1/project/sprints/${await aSprint(given)}`;
  await given.client.post(`${path}/start`);
  return path;
};

export default sample('project.sprint', {
  text: 'name',
  record: aSprint,
  update: { goal: 'Ship it' },
  routes: {
    'GET /v1/project/projects/:project_id/sprints': async (given) => {
      const path = await listOf(given);
      await given.client.post(path, { name: 'Sprint 1' });
      return { path };
    },
    'POST /v1/project/projects/:project_id/sprints': {
      body: { name: 'Sprint 1', start_date: '2026-01-05', end_date: '2026-01-16' },
      invalid: [
        {},
        { name: 'Back', start_date: '2026-01-05', end_date: '2026-01-04' },
        { name: 'No', end_date: '2026-13-01' },
      ],
    },
    'POST /v1/project/sprints/:id/complete': async (given) => ({ path: `${await started(given)}/complete`, body: {} }),
  },
});
