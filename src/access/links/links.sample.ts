import { filledByStranger } from '../../../test/support/forms.js';
import { inUnit, makeUser, sendLink } from '../../../test/support/people.js';
import { requests } from '../../../test/support/sample.js';
import type { TestApp } from '../../../test/support/test-app.js';
import { UserLinks } from './user-links.service.js';

const CHOSEN = { password: 'a new and long one', repeated: 'a new and long one' };

const first = (suite: TestApp) =>
  inUnit(suite, async () => suite.app.get(UserLinks).forFirstOwner(await makeUser(suite)));
const invitation = async (suite: TestApp) =>
  sendLink(suite, await makeUser(suite, { status: 'pending', password_hash: null }));
const reset = async (suite: TestApp) => sendLink(suite, await makeUser(suite));

export default requests({
  'POST /forgot-password': async ({ suite }) =>
    filledByStranger(suite, '/forgot-password', { email: (await makeUser(suite)).email }),
  'GET /accept-invitation': async ({ suite }) => ({ path: await invitation(suite) }),
  'POST /accept-invitation': async ({ suite }) => filledByStranger(suite, await invitation(suite), CHOSEN),
  'GET /welcome': async ({ suite }) => ({ path: await first(suite) }),
  'POST /welcome': async ({ suite }) =>
    filledByStranger(suite, await first(suite), {
      ...CHOSEN,
      display_name: 'Ada Lovelace',
      company: 'Analytical Engines',
      email: 'first@example.com',
    }),
  'GET /reset-password': async ({ suite }) => ({ path: await reset(suite) }),
  'POST /reset-password': async ({ suite }) => filledByStranger(suite, await reset(suite), CHOSEN),
});
