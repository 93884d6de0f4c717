import { Browser } from '../../../test/support/browser.js';
import { filled, filledByUser } from '../../../test/support/forms.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { requests } from '../../../test/support/sample.js';

const CHOSEN = { password: 'a new and long one', repeated: 'a new and long one' };

export default requests({
  'POST /account/password': ({ suite }) => filledByUser(suite, '/account/password', { current: PASSWORD, ...CHOSEN }),
  'POST /account/sessions/end-others': async ({ suite }) => {
    const [browser, { email }] = [new Browser(suite.base), await makeUser(suite)];
    for (const each of [new Browser(suite.base), browser])
      await each.submit(`/sign-in?workspace=${suite.workspaceId}`, { email, password: PASSWORD });
    return filled(browser, '/account', {}, '/account/sessions/end-others');
  },
  'POST /account/sessions/:id/end': async ({ suite }) => {
    const [browser, { email }] = [new Browser(suite.base), await makeUser(suite)];
    for (const each of [new Browser(suite.base), browser])
      await each.submit(`/sign-in?workspace=${suite.workspaceId}`, { email, password: PASSWORD });
    const { text } = await browser.get('/account');
    return filled(browser, '/account', {}, /action="(\/account\/sessions\/[^"]+)"/.exec(text)![1]!);
  },
});
