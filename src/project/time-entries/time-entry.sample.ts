import { sample } from '../../../test/support/sample.js';

export default sample('project.time_entry', {
  create: async ({ make }) => ({ task_id: await make('project.task'), duration_seconds: 5400, note: 'Drafted' }),
  update: { duration_seconds: 3600 },
  // The time of other people (D-ACC-6).
  access: [{ sees: 'viewer', changes: 'admin' }],
  invalid: [
    {},
    { task_id: 'task_01jz8k3m5n7p9q1r3s5t7v9w1x', duration_seconds: 60 },
    { task_id: 1, duration_seconds: 0 },
    { duration_seconds: 86_401 },
    { date: '2026-02-30' },
    { date: '2999-01-01', task_id: 'task_01jz8k3m5n7p9q1r3s5t7v9w1x', duration_seconds: 60 },
  ],
  routes: {
    'PATCH /v1/project/time-entries/:id': {
      invalid: [{ duration_seconds: 0 }, { duration_seconds: 86_401 }, { date: '2999-01-01' }, { note: null }],
    },
    'POST /v1/project/time-entries/stop': {
      body: async ({ make }) => ({ timer_id: await make('project.timer'), note: 'Drafted' }),
      invalid: [{}, { timer_id: 'tme_01jz8k3m5n7p9q1r3s5t7v9w1x' }],
    },
  },
});
