import { sample } from '../../../test/support/sample.js';

export default sample('project.recurrence', {
  create: async ({ client, make }) => {
    const path = `/v1/project/projects/${await make('project.project')}/tasks`;
    const { body } = await client.post(path, { title: 'Water the plants', due_date: '2026-01-05' });
    return { task_id: body.id, rule: 'FREQ=WEEKLY;BYDAY=MO' };
  },
  update: { rule: 'FREQ=DAILY' },
  invalid: [
    {},
    { task_id: 'task_01jz8k3m5n7p9q1r3s5t7v9w1x', rule: 'FREQ=DAILY' },
    { rule: 'every Monday' },
    { rule: 'FREQ=HOURLY' },
    { trigger: 'never' },
  ],
  routes: {
    'PATCH /v1/project/recurrences/:id': { invalid: [{ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, { rule: null }] },
  },
});
