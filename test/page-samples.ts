import { STYLES_FILE } from '../src/access/pages/layout.js';
import { Browser, filledForm } from './support/browser.js';
import { makeUser, PASSWORD, sendLink } from './support/people.js';
import { appOf, type TestApp } from './support/test-app.js';
import type { Sample } from './samples.js';

const NEW = { password: 'a new and long one', repeated: 'a new and long one' };

const cookiesOf = (browser: Browser) => ({
  Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

/** Fills in the form of a page, but leaves it to the test to send it. */
async function filled(browser: Browser, path: string, fields: Record<string, string>, action?: string) {
  const form = filledForm(await browser.get(path), fields, action);
  return {
    path: form.action,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...cookiesOf(browser) },
    body: new URLSearchParams(form.fields).toString(),
  };
}

async function signedIn(suite: TestApp): Promise<Browser> {
  const [browser, { email }] = [new Browser(suite.base), await makeUser(suite)];
  await browser.submit(`/sign-in?workspace=${suite.workspaceId}`, { email, password: PASSWORD });
  return browser;
}

const link = async (suite: TestApp, pending: boolean) =>
  sendLink(suite, await makeUser(suite, pending ? { status: 'pending', password_hash: null } : {}));

/** A form that somebody who is not signed in fills in. */
const form = (path: string, fields: (suite: TestApp) => Promise<Record<string, string>>): Sample => ({
  request: async (owner) => {
    const suite = appOf(owner);
    return filled(new Browser(suite.base), path, await fields(suite));
  },
});

const linkPage = (pending: boolean): Sample => ({ path: (owner) => link(appOf(owner), pending) });

const linkForm = (pending: boolean): Sample => ({
  request: async (owner) => filled(new Browser(appOf(owner).base), await link(appOf(owner), pending), NEW),
});

/** A form of the account page. */
const accountForm = (action: string, fields: Record<string, string> = {}): Sample => ({
  request: async (owner) => filled(await signedIn(appOf(owner)), '/account', fields, action),
});

/** Requests to the pages that people use. */
export const pageSamples: Record<string, Sample> = {
  'GET /assets/:file': { path: async () => `/assets/${STYLES_FILE}` },
  'POST /sign-in': form('/sign-in', async (suite) => ({
    email: (await makeUser(suite)).email,
    password: PASSWORD,
    workspace: suite.workspaceId,
  })),
  'POST /sign-in/workspace': {
    request: async (owner) => {
      const suite = appOf(owner);
      const other = await suite.workspace();
      const { email } = await makeUser(suite);
      await makeUser(suite, { email }, other.id);
      const browser = new Browser(suite.base);
      const choice = await browser.submit('/sign-in', { email, password: PASSWORD });
      const ticket = /name="ticket"\s+value="([^"]+)"/.exec(choice.text)![1]!;
      const csrf = /name="csrf" value="([^"]+)"/.exec(choice.text)![1]!;
      return {
        path: '/sign-in/workspace',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...cookiesOf(browser) },
        body: new URLSearchParams({ csrf, ticket }).toString(),
      };
    },
  },
  'POST /sign-out': accountForm('/sign-out'),
  'POST /forgot-password': form('/forgot-password', async (suite) => ({ email: (await makeUser(suite)).email })),
  'GET /accept-invitation': linkPage(true),
  'POST /accept-invitation': linkForm(true),
  'GET /reset-password': linkPage(false),
  'POST /reset-password': linkForm(false),
  'POST /account/password': accountForm('/account/password', { current: PASSWORD, ...NEW }),
  'POST /account/sessions/:id/end': {
    request: async (owner) => {
      const suite = appOf(owner);
      const [browser, { email }] = [new Browser(suite.base), await makeUser(suite)];
      for (const each of [new Browser(suite.base), browser])
        await each.submit(`/sign-in?workspace=${suite.workspaceId}`, { email, password: PASSWORD });
      const { text } = await browser.get('/account');
      return filled(browser, '/account', {}, /action="(\/account\/sessions\/[^"]+)"/.exec(text)![1]!);
    },
  },
};
