import { cookiesOf } from '../../../test/support/browser.js';
import {
  authorize,
  authorizePath,
  browserOf,
  identityOf,
  newProof,
  registerClient,
  tokensOf,
  visit,
} from '../../../test/support/oauth.js';
import { makeUser } from '../../../test/support/people.js';
import { type Given, requests, urlEncoded } from '../../../test/support/sample.js';

/** A client, and a user in front of a browser. */
async function cast({ suite }: Given) {
  const user = await makeUser(suite, { roles: ['office:editor'] });
  return { client: await registerClient(suite), browser: await browserOf(suite, user) };
}

/** The consent page, open. */
async function consent(given: Given) {
  const { client, browser } = await cast(given);
  return { browser, page: await visit(given.suite, browser, authorizePath(client, newProof())) };
}

export default requests({
  'GET /oauth/authorize': async ({ suite }) => ({ path: authorizePath(await registerClient(suite), newProof()) }),
  'GET /oauth/interactions/:uid': async (given) => {
    const { browser, page } = await consent(given);
    return { path: page.path, headers: cookiesOf(browser) };
  },
  'POST /oauth/interactions/:uid': async (given) => {
    const { browser, page } = await consent(given);
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)![1]!;
    return { path: page.path, headers: cookiesOf(browser), body: urlEncoded({ csrf, decision: 'approve' }) };
  },
  'GET /oauth/authorize/:uid': async (given) => {
    const { browser, page } = await consent(given);
    const decided = await browser.fill(page, { decision: 'approve' });
    return { path: decided.headers.get('location')!, headers: cookiesOf(browser) };
  },
  'POST /oauth/token': async (given) => {
    const { client, browser } = await cast(given);
    const proof = newProof();
    const back = await authorize(given.suite, browser, authorizePath(client, proof));
    return {
      body: urlEncoded({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        redirect_uri: client.redirect_uris[0]!,
        code_verifier: proof.verifier,
        ...identityOf(client),
      }),
    };
  },
  'POST /oauth/revoke': async (given) => {
    const { client, browser } = await cast(given);
    const { refresh_token: token } = await tokensOf(given.suite, client, browser);
    return { body: urlEncoded({ token, ...identityOf(client) }) };
  },
});
