import { Browser, cookiesOf, filledForm } from '../../../test/support/browser.js';
import { scan, withTotp } from '../../../test/support/factors.js';
import { filled, filledByStranger, filledByUser } from '../../../test/support/forms.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { requests, urlEncoded } from '../../../test/support/sample.js';

export default requests({
  'POST /sign-in': async ({ suite }) =>
    filledByStranger(suite, '/sign-in', {
      email: (await makeUser(suite)).email,
      password: PASSWORD,
      workspace: suite.workspaceId,
    }),
  'POST /sign-in/workspace': async ({ suite }) => {
    const other = await suite.workspace();
    const { email } = await makeUser(suite);
    await makeUser(suite, { email }, other.id);
    const browser = new Browser(suite.base);
    const choice = await browser.submit('/sign-in', { email, password: PASSWORD });
    const ticket = /name="ticket"\s+value="([^"]+)"/.exec(choice.text)![1]!;
    const csrf = /name="csrf" value="([^"]+)"/.exec(choice.text)![1]!;
    return { headers: cookiesOf(browser), body: urlEncoded({ csrf, ticket }) };
  },
  // A page that was open for too long. What passkeys answer, only a browser makes.
  'POST /sign-in/passkey': async ({ suite }) => {
    const browser = new Browser(suite.base);
    return filled(browser, '/sign-in', { ticket: 'expired' }, '/sign-in/passkey');
  },
  'POST /sign-in/code': async ({ suite }) => {
    const [user, browser] = [await makeUser(suite), new Browser(suite.base)];
    const app = await withTotp(suite, user);
    const credentials = { email: user.email, password: PASSWORD };
    const page = await browser.submit(`/sign-in?workspace=${suite.workspaceId}`, credentials);
    return { headers: cookiesOf(browser), body: urlEncoded(filledForm(page, { code: app.code() }).fields) };
  },
  'POST /sign-in/set-up': async ({ suite }) => {
    const { id, client } = await suite.workspace();
    await client.patch('/v1/access/settings', { mfa: 'all' });
    const [{ email }, browser] = [await makeUser(suite, {}, id), new Browser(suite.base)];
    const page = await browser.submit(`/sign-in?workspace=${id}`, { email, password: PASSWORD });
    const code = scan(suite, page).code();
    return { headers: cookiesOf(browser), body: urlEncoded(filledForm(page, { code }).fields) };
  },
  'POST /sign-out': ({ suite }) => filledByUser(suite, '/sign-out'),
});
