import { Browser, cookiesOf, filledForm } from '../../../test/support/browser.js';
import { scan, withTotp } from '../../../test/support/factors.js';
import { filled, filledByUser } from '../../../test/support/forms.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { requests, urlEncoded } from '../../../test/support/sample.js';

import type { TestApp } from '../../../test/support/test-app.js';

const CHOSEN = { password: 'a new and long one', repeated: 'a new and long one' };

/** A new user who is signed in with the code of their app. */
async function withApp(suite: TestApp): Promise<Browser> {
  const [user, browser] = [await makeUser(suite), new Browser(suite.base)];
  const app = await withTotp(suite, user);
  const credentials = { email: user.email, password: PASSWORD };
  const page = await browser.submit(`/sign-in?workspace=${suite.workspaceId}`, credentials);
  await browser.fill(page, { code: app.code() });
  return browser;
}

export default requests({
  'POST /account/totp': async ({ suite }) => {
    const [browser, { email }] = [new Browser(suite.base), await makeUser(suite)];
    await browser.submit(`/sign-in?workspace=${suite.workspaceId}`, { email, password: PASSWORD });
    const page = await browser.get('/account/totp');
    const code = scan(suite, page).code();
    return { headers: cookiesOf(browser), body: urlEncoded(filledForm(page, { code }).fields) };
  },
  // The session has ended meanwhile. What passkeys answer, only a browser makes.
  'POST /account/passkey': async ({ suite }) => {
    const [browser, { id, email }] = [new Browser(suite.base), await makeUser(suite)];
    await browser.submit(`/sign-in?workspace=${suite.workspaceId}`, { email, password: PASSWORD });
    const request = await filled(browser, '/account/passkey', {}, '/account/passkey');
    await suite.client.post(`/v1/access/users/${id}/sessions/revoke`);
    return request;
  },
  'POST /account/recovery-codes': async ({ suite }) =>
    filled(await withApp(suite), '/account', {}, '/account/recovery-codes'),
  'POST /account/factors/:id/remove': async ({ suite }) => {
    const browser = await withApp(suite);
    const { text } = await browser.get('/account');
    return filled(browser, '/account', {}, /action="(\/account\/factors\/[^"]+)"/.exec(text)![1]!);
  },
  'POST /account/profile': ({ suite }) =>
    filledByUser(suite, '/account/profile', { display_name: 'Ada L.', language: 'de' }),
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
