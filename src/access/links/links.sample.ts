import { filledByStranger } from '../../../test/support/forms.js';
import { makeUser, sendLink } from '../../../test/support/people.js';
import { requests } from '../../../test/support/sample.js';
import type { TestApp } from '../../../test/support/test-app.js';

const CHOSEN = { password: 'a new and long one', repeated: 'a new and long one' };

const invitation = async (suite: TestApp) =>
  sendLink(suite, await makeUser(suite, { status: 'pending', password_hash: null }));
const reset = async (suite: TestApp) => sendLink(suite, await makeUser(suite));

export default requests({
  'POST /forgot-password': async ({ suite }) =>
    filledByStranger(suite, '/forgot-password', { email: (await makeUser(suite)).email }),
  'GET /accept-invitation': async ({ suite }) => ({ path: await invitation(suite) }),
  'POST /accept-invitation': async ({ suite }) => filledByStranger(suite, await invitation(suite), CHOSEN),
  'GET /reset-password': async ({ suite }) => ({ path: await reset(suite) }),
  'POST /reset-password': async ({ suite }) => filledByStranger(suite, await reset(suite), CHOSEN),
});
