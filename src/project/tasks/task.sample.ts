import { type Given, sample } from '../../../test/support/sample.js';

const listOf = async ({ make }: Given) => `/v1/project/projects/${await make('project.project')}/tasks`;

export default sample('project.task', {
  text: 'title',
  record: async (given) => (await given.client.post(await listOf(given), { title: 'Specify' })).body.id,
  update: { title: 'Specify, second draft', priority: 'high' },
  routes: {
    'GET /v1/project/projects/:project_id/tasks': async (given) => {
      const path = await listOf(given);
      await given.client.post(path, { title: 'Specify' });
      return { path };
    },
    'POST /v1/project/projects/:project_id/tasks': {
      body: { title: 'Specify', due_date: '2026-02-28', labels: ['writing'] },
      invalid: [
        {},
        { title: '' },
        { title: 'Specify', due_date: '2026-02-30' },
        { title: 'Specify', labels: Array.from({ length: 51 }, (_, n) => `label ${n}`) },
        { title: 'Specify', labels: ['x'.repeat(51)] },
        { title: 'Specify', assignee_id: 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x' },
        { title: 'Specify', sprint_id: 'spr_01jz8k3m5n7p9q1r3s5t7v9w1x' },
      ],
    },
    'PATCH /v1/project/tasks/:id': { invalid: [{ title: null }, { status: 'finished' }, { priority: 'highest' }] },
    'POST /v1/project/tasks/bulk-update': {
      body: async ({ make }) => ({ task_ids: [await make(), await make()], updates: { status: 'in_progress' } }),
      invalid: [
        {},
        { task_ids: [], updates: { status: 'done' } },
        { task_ids: ['task_x'], updates: {} },
        { task_ids: ['task_x'], updates: { title: 'One' } },
        { task_ids: ['task_x'], updates: { status: 'done' } },
      ],
    },
    'POST /v1/project/tasks/:id/move': async (given) => {
      const list = await listOf(given);
      const [{ body: task }, { body: other }] = [
        await given.client.post(list, { title: 'First' }),
        await given.client.post(list, { title: 'Second' }),
      ];
      return { path: `/v1/project/tasks/${task.id}/move`, body: { after: other.id } };
    },
    'POST /v1/project/tasks/:id/subtasks': { body: { title: 'Ask the customer' }, invalid: [{}] },
  },
});
