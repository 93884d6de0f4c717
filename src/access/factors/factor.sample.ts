import { withTotp } from '../../../test/support/factors.js';
import { sample } from '../../../test/support/sample.js';
import { userOf } from '../../../test/support/people.js';

export default sample('access.factor', {
  record: async ({ suite, client }) => {
    const { userId } = await client.signedIn('access:viewer');
    await withTotp(suite, await userOf(suite, userId));
    return (await client.get(`/v1/access/factors?user_id=${userId}`)).body.data[0].id;
  },
  routes: {
    'GET /v1/access/me/factors': {
      own: async ({ userId }, { suite }) => {
        await withTotp(suite, await userOf(suite, userId));
        return '/v1/access/me/factors';
      },
    },
  },
});
