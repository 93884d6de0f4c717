import { type Given, sample } from '../../../test/support/sample.js';

const body = { text: 'Can begin in May.' };

/** A note, as a path. */
async function aNote({ client, make }: Given): Promise<string> {
  const path = `/v1/careers/applications/${await make('careers.application')}/notes`;
  return `${path}/${(await client.post(path, body)).body.id}`;
}

const one =
  (more: object = {}) =>
  async (given: Given) => ({ path: await aNote(given), ...more });

export default sample('careers.note', {
  routes: {
    'GET /v1/careers/applications/:id/notes': async (given) => ({ path: (await aNote(given)).replace(/\/\w+$/, '') }),
    'POST /v1/careers/applications/:id/notes': {
      body,
      invalid: [
        {},
        { text: ' ' },
        { text: 'n'.repeat(10_001) },
        { text: 'You', mentions: ['usr_01jz8k3m5n7p9q1r3s5t7v9w1x'] },
      ],
    },
    'GET /v1/careers/applications/:id/notes/:note_id': one(),
    'PATCH /v1/careers/applications/:id/notes/:note_id': one({ body: { text: 'In June.' } }),
    'DELETE /v1/careers/applications/:id/notes/:note_id': one(),
  },
});
