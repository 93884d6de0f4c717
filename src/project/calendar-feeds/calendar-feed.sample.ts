import { sample } from '../../../test/support/sample.js';

export default sample('project.calendar_feed', {
  create: async ({ make }) => ({ project_id: await make('project.project') }),
  invalid: [{}, { project_id: 'prj_01jz8k3m5n7p9q1r3s5t7v9w1x' }, { project_id: 1 }],
  access: [{ sees: 'admin', changes: 'admin' }],
  routes: {
    'GET /v1/project/projects/:id/calendar.ics': async ({ client, make }) => {
      const body = { project_id: await make('project.project') };
      const { pathname, search } = new URL((await client.post('/v1/project/calendar-feeds', body)).body.url);
      return { path: pathname + search };
    },
  },
});
