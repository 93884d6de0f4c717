import { sample } from '../../../test/support/sample.js';

const PATH = '/v1/project/time-entries';

export default sample('project.timer', {
  // Of a user without another timer.
  record: async ({ client, make }) => {
    const { userId } = await client.signedIn('project:member');
    const body = { task_id: await make('project.task'), user_id: userId };
    return (await client.post(`${PATH}/start`, body)).body.timer_id;
  },
  access: [{ sees: 'admin', changes: 'admin' }],
  routes: {
    'POST /v1/project/time-entries/start': {
      body: async ({ make }) => ({ task_id: await make('project.task'), stop_running: true }),
      invalid: [{}, { task_id: 'task_01jz8k3m5n7p9q1r3s5t7v9w1x' }, { task_id: 1, stop_running: 'yes' }],
    },
    'POST /v1/project/time-entries/:id/continue': { body: { stop_running: true }, invalid: [{ stop_running: 1 }] },
  },
});
