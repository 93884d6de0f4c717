import { randomBytes } from 'node:crypto';
import { type Given, sample } from '../../../test/support/sample.js';

/** The members of a new group, and the id of the one it has. */
async function groupWithMember({ client, make }: Given): Promise<{ list: string; id: string }> {
  const list = `/v1/access/groups/${await make()}/members`;
  const id = await make('access.user');
  await client.post(list, { user_ids: [id] });
  return { list, id };
}

export default sample('access.group', {
  text: 'name',
  create: () => ({ name: randomBytes(6).toString('hex'), roles: ['access:viewer'] }),
  update: { description: 'Whoever visits us' },
  invalid: [{}, { name: '' }, { name: 'Guests', roles: ['office:boss'] }],
  routes: {
    'POST /v1/access/groups/:id/members': {
      body: async ({ make }) => ({ user_ids: [await make('access.user')] }),
      invalid: [{}, { user_ids: [1] }],
    },
    'GET /v1/access/groups/:id/members': async (given) => ({ path: (await groupWithMember(given)).list }),
    'DELETE /v1/access/groups/:id/members/:user_id': async (given) => {
      const { list, id } = await groupWithMember(given);
      return { path: `${list}/${id}` };
    },
  },
});
