import { type Given, sample } from '../../test/support/sample.js';
import type { SignedInClient } from '../../test/support/test-app.js';

/** A document that everybody in the workspace may read. */
const path = async ({ client }: Given): Promise<string> => {
  const body = { title: 'Plan', permissions: { visibility: 'workspace' } };
  return `/v1/favourites/${(await client.post('/v1/office/documents', body)).body.id}`;
};

const kept = async (user: SignedInClient, given: Given): Promise<string> => {
  const own = await path(given);
  await user.client.put(own);
  return own;
};

export default sample('favourites.favourite', {
  routes: {
    'GET /v1/favourites': {
      own: async (user, given) => {
        await kept(user, given);
        return '/v1/favourites';
      },
    },
    'PUT /v1/favourites/:id': { own: (_user, given) => path(given) },
    'DELETE /v1/favourites/:id': { own: kept },
  },
});
