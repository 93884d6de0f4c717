import { type Given, sample } from '../../../test/support/sample.js';

const listOf = async ({ make }: Given) => `/v1/project/tasks/${await make('project.task')}/comments`;

export default sample('project.comment', {
  text: 'body',
  record: async (given) => (await given.client.post(await listOf(given), { body: 'Looks good to me.' })).body.id,
  routes: {
    'GET /v1/project/tasks/:id/comments': async (given) => {
      const path = await listOf(given);
      await given.client.post(path, { body: 'Looks good to me.' });
      return { path };
    },
    'POST /v1/project/tasks/:id/comments': {
      body: { body: 'Looks good to me.' },
      invalid: [{}, { body: ' ' }, { body: 'You', mentions: ['usr_01jz8k3m5n7p9q1r3s5t7v9w1x'] }],
    },
  },
});
