import { Browser, cookiesOf } from '../../../test/support/browser.js';
import { filledByStranger, filledByUser } from '../../../test/support/forms.js';
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
  'POST /sign-out': ({ suite }) => filledByUser(suite, '/sign-out'),
});
