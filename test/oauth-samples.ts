import type { Browser } from './support/browser.js';
import {
  authorize,
  authorizePath,
  browserOf,
  identityOf,
  newProof,
  type RegisteredClient,
  registerClient,
  tokensOf,
  visit,
} from './support/oauth.js';
import { makeUser } from './support/people.js';
import { appOf, type Client, type TestApp } from './support/test-app.js';
import type { Sample } from './samples.js';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

const cookiesOf = (browser: Browser) => ({
  Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

interface Cast {
  suite: TestApp;
  client: RegisteredClient;
  browser: Browser;
}

/** A client, and a user in front of his browser. */
async function cast(owner: Client): Promise<Cast> {
  const suite = appOf(owner);
  const user = await makeUser(suite, { roles: ['office:editor'] });
  return { suite, client: await registerClient(suite), browser: await browserOf(suite, user) };
}

/** The consent page, open. */
async function consent(owner: Client) {
  const { suite, client, browser } = await cast(owner);
  return { browser, page: await visit(suite, browser, authorizePath(client, newProof())) };
}

/** Requests to the routes under /oauth. */
export const oauthSamples: Record<string, Sample> = {
  'GET /oauth/authorize': {
    request: async (owner) => ({ path: authorizePath(await registerClient(appOf(owner)), newProof()) }),
  },
  'GET /oauth/interactions/:uid': {
    request: async (owner) => {
      const { browser, page } = await consent(owner);
      return { path: page.path, headers: cookiesOf(browser) };
    },
  },
  'POST /oauth/interactions/:uid': {
    request: async (owner) => {
      const { browser, page } = await consent(owner);
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)![1]!;
      const body = new URLSearchParams({ csrf, decision: 'approve' }).toString();
      return { path: page.path, headers: { ...form, ...cookiesOf(browser) }, body };
    },
  },
  'GET /oauth/authorize/:uid': {
    request: async (owner) => {
      const { browser, page } = await consent(owner);
      const decided = await browser.fill(page, { decision: 'approve' });
      return { path: decided.headers.get('location')!, headers: cookiesOf(browser) };
    },
  },
  'POST /oauth/token': {
    request: async (owner) => {
      const { suite, client, browser } = await cast(owner);
      const proof = newProof();
      const back = await authorize(suite, browser, authorizePath(client, proof));
      const fields = {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        redirect_uri: client.redirect_uris[0]!,
        code_verifier: proof.verifier,
        ...identityOf(client),
      };
      return { path: '/oauth/token', headers: form, body: new URLSearchParams(fields).toString() };
    },
  },
  'POST /oauth/revoke': {
    request: async (owner) => {
      const { suite, client, browser } = await cast(owner);
      const { refresh_token: token } = await tokensOf(suite, client, browser);
      const body = new URLSearchParams({ token, ...identityOf(client) }).toString();
      return { path: '/oauth/revoke', headers: form, body };
    },
  },
};
