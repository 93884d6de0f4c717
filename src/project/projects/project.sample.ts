import { sample } from '../../../test/support/sample.js';

export default sample('project.project', {
  text: 'name',
  create: { name: 'Website', start_date: '2026-01-05', target_date: '2026-03-31' },
  // Only archived projects can be deleted.
  update: { status: 'archived' },
  invalid: [
    {},
    { name: '' },
    { name: 'Website', start_date: '2026-02-30' },
    { name: 'Website', start_date: '2026-03-01', target_date: '2026-02-28' },
    { name: 'Website', template_id: 'tpl_01jz8k3m5n7p9q1r3s5t7v9w1x' },
  ],
  routes: {
    'PATCH /v1/project/projects/:id': { invalid: [{ status: 'done' }, { target_date: '2026-01-04' }] },
    'DELETE /v1/project/projects/:id': async ({ client, make }) => {
      const path = `/v1/project/projects/${await make()}`;
      await client.post(`${path}/archive`);
      return { path };
    },
    'POST /v1/project/projects/:id/members': {
      body: async ({ make }) => ({ members: [{ user_id: await make('access.user'), role: 'admin' }] }),
      invalid: [{}, { members: [] }, { members: [{ user_id: 1 }] }, { members: [null] }],
    },
    'DELETE /v1/project/projects/:id/members/:user_id': async ({ client, make }) => {
      const [path, user_id] = [`/v1/project/projects/${await make()}/members`, await make('access.user')];
      await client.post(path, { members: [{ user_id }] });
      return { path: `${path}/${user_id}` };
    },
  },
});
