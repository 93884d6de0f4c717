import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../../../test/support/browser.js';
import {
  authorize,
  authorizePath,
  BEHIND_PROXY,
  browserOf,
  newProof,
  redeem,
  refresh,
  registerClient,
  type RegisteredClient,
  signedInThrough,
  tokensOf,
  visit,
} from '../../../test/support/oauth.js';
import { makeUser } from '../../../test/support/people.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const BACK = 'http://127.0.0.1:5000/callback';

let suite: TestApp;
let later: TestApp;
let host: Server;
let origin: string;
/** The answers of the host, by path. */
const documents: Record<string, { status?: number; body?: string; headers?: Record<string, string> }> = {};
let fetched: string[] = [];

beforeAll(async () => {
  suite = await startTestApp({ ...BEHIND_PROXY, ROLE: 'api' });
  later = await startTestApp({ ...BEHIND_PROXY, ROLE: 'api' }, { beside: suite });
  host = createServer((request, response) => {
    fetched.push(request.url!);
    const { status = 404, body = '', headers = {} } = documents[request.url!] ?? {};
    // A path that is not known hangs where it says so.
    if (request.url !== '/hangs.json') response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await later.close();
  await suite.close();
});
beforeEach(() => {
  fetched = [];
});

let last = 0;
let networks = 0;

/** An app that describes itself at an address of its own. */
function publish(facts: Record<string, unknown> = {}, headers: Record<string, string> = {}): RegisteredClient {
  const path = `/client${++last}.json`;
  const client_id = `${origin}${path}`;
  const document = { client_id, client_name: 'Notes', redirect_uris: ['http://127.0.0.1/callback'], ...facts };
  documents[path] = { status: 200, body: JSON.stringify(document), headers };
  return { client_id, name: 'Notes', redirect_uris: [BACK], scopes: ['office:read'] };
}

/** A workspace whose people may connect any app, and one of them in a browser. */
async function workspace(apps = 'any') {
  const { id, client } = await suite.workspace();
  await client.patch('/v1/access/settings', { apps });
  const user = await makeUser(suite, { roles: ['office:editor'] }, id);
  const browser = await browserOf(suite, user);
  // Networks have a budget for descriptions of apps.
  browser.headers['X-Forwarded-For'] = `198.51.100.${++networks}`;
  return { id, client, user, browser };
}

const browserless = () => new Browser(suite.base, { Accept: 'text/html' }, false);

/** Agrees, and answers the tokens. */
async function connect(browser: Browser, app: RegisteredClient, redeemedAt = suite) {
  const proof = newProof();
  const back = await authorize(suite, browser, authorizePath(app, proof));
  return (await redeem(redeemedAt, app, back.searchParams.get('code')!, proof)).body;
}

const appsOf = async (client: Client) => (await client.get('/v1/access/oauth-clients')).body.data as any[];
const refusalsOf = async (client: Client) =>
  (await client.get('/v1/guard/audit-logs?action=access.oauth_client.refused')).body.data as any[];

describe('An app that nobody registered', () => {
  it('is connected by consent, which shows its host and that nobody has verified it, and is used in every process', async () => {
    const { client, browser, user } = await workspace();
    const app = publish({ scope: 'office:read sales:read' });
    const page = await visit(suite, browser, authorizePath(app, newProof()));
    expect(page.text).toContain('Not verified.');
    expect(page.text).toContain(new URL(origin).host);
    const tokens = await connect(browser, app, later);
    expect(tokens.scope).toBe('office:read');
    expect((await later.client.get('/v1/office/documents', { key: tokens.access_token })).status).toBe(200);
    // The process has not seen the document, and does not ask for it: the host may be away.
    delete documents[new URL(app.client_id).pathname];
    const next = await refresh(later, app, tokens.refresh_token);
    expect([next.status, next.body.scope]).toEqual([200, 'office:read']);
    const name = `Notes (${new URL(origin).host})`;
    expect(await appsOf(client)).toMatchObject([
      { client_id: expect.stringMatching(/^cli_/), name, metadata_url: app.client_id, type: 'public' },
    ]);
    expect((await browser.get('/account')).text).toContain(name);
    const { data } = (await client.get(`/v1/access/sessions?user_id=${user.id}&sort=created_at:desc`)).body;
    expect(data[0]).toMatchObject({ auth_method: 'oauth', client_id: (await appsOf(client))[0].client_id });
  });

  it('is asked about each time, is one client of the workspace, and one of its own in another', async () => {
    const [first, second] = [await workspace(), await workspace()];
    const app = publish();
    await connect(first.browser, app);
    await connect(first.browser, app);
    await connect(second.browser, app);
    const [[one], [two]] = [await appsOf(first.client), await appsOf(second.client)];
    expect(await appsOf(first.client)).toHaveLength(1);
    expect(one.client_id).not.toBe(two.client_id);
  });

  it('is ended by an admin at once, in this workspace, and cannot be connected there again', async () => {
    const [{ client, browser }, other] = [await workspace(), await workspace()];
    const app = publish({ scope: 'office:read access:write' });
    const [tokens, theirs] = [await connect(browser, app), await connect(other.browser, app)];
    const [{ client_id }] = await appsOf(client);
    const read = async (key: string) => (await later.client.get('/v1/office/documents', { key })).status;
    expect(await read(tokens.access_token)).toBe(200);
    const { client: admin } = await signedInThrough({ client_id }, client, 'access:admin', 'office:admin');
    const made = (await admin.post('/v1/access/api-keys', { name: 'Around', scopes: ['office:read'] })).body;
    expect((await client.patch(`/v1/access/oauth-clients/${client_id}`, { name: 'Mine' })).status).toBe(409);
    expect((await client.delete(`/v1/access/oauth-clients/${client_id}`)).status).toBe(204);
    await expect.poll(() => read(tokens.access_token)).toBe(401);
    // So does a key that was made through it.
    await expect.poll(() => read(made.key)).toBe(401);
    expect((await refresh(suite, app, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect([await read(theirs.access_token), await appsOf(client)]).toEqual([200, []]);
    const again = await browser.get(authorizePath(app, newProof()));
    expect([again.status, again.text.includes('has ended this app')]).toEqual([403, true]);
    expect(await refusalsOf(client)).toMatchObject([{ outcome: 'denied', actor: { type: 'user' } }]);
  });

  it('gets the scopes that its document names later, but none back that an admin has taken', async () => {
    const { client, browser } = await workspace();
    const app = publish({ scope: 'office:read sales:read' }, { 'Cache-Control': 'no-store' });
    await connect(browser, app);
    const [{ client_id }] = await appsOf(client);
    await client.patch(`/v1/access/oauth-clients/${client_id}`, { scopes: ['office:read'] });
    const served = documents[new URL(app.client_id).pathname]!;
    served.body = JSON.stringify({ ...JSON.parse(served.body!), scope: 'office:read sales:read office:write' });
    // It is read again at once, as it is not to be stored.
    const both = { ...app, scopes: ['office:read', 'office:write'] };
    const { access_token: key } = await connect(browser, both);
    expect((await appsOf(client))[0].scopes).toEqual(['office:read', 'office:write']);
    expect((await suite.client.get('/v1/access/me', { key })).body.scopes).toEqual(['office:read', 'office:write']);
  });

  it('is refused with a name that looks like that of the workspace', async () => {
    const { client, browser } = await workspace();
    const settings = await client.patch('/v1/access/workspace', { name: 'Gartenbau Möller' });
    expect(settings.status, settings.text).toBe(200);
    const page = await browser.get(authorizePath(publish({ client_name: 'Gаrtenbau-Moller' }), newProof()));
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('the name of your workspace')]);
    expect(await refusalsOf(client)).toMatchObject([{ outcome: 'denied' }]);
    expect((await browser.get(authorizePath(publish(), newProof()))).status).not.toBe(403);
  });

  it('loses its grants in every process, and nothing else does, when only registered apps may be connected again', async () => {
    const [{ client, browser, user, id }, other] = [await workspace(), await workspace()];
    const app = publish();
    const [tokens, theirs] = [await connect(browser, app), await connect(other.browser, app)];
    const own = await registerClient(suite, {}, id);
    const registered = await tokensOf(suite, own, browser);
    const read = async (key: string) => (await later.client.get('/v1/office/documents', { key })).status;
    expect(await read(tokens.access_token)).toBe(200);
    await client.patch('/v1/access/settings', { apps: 'registered' });
    await expect.poll(() => read(tokens.access_token)).toBe(401);
    expect((await refresh(suite, app, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect([await read(theirs.access_token), await read(registered.access_token)]).toEqual([200, 200]);
    const { rows } = await suite.database.execute(
      `select payload from outbox where type = 'access.session.revoked' and payload ->> 'user_id' = $1`,
      [user.id],
    );
    expect(rows).toMatchObject([{ payload: { reason: 'apps_restricted' } }]);
    // The app stays in the list, and people may connect it again where the rule lets them.
    await client.patch('/v1/access/settings', { apps: 'any' });
    expect(await read(tokens.access_token)).toBe(401);
    expect(await read((await connect(browser, app)).access_token)).toBe(200);
    expect(await appsOf(client)).toHaveLength(2);
  });

  it('is refused where only registered apps may be connected, before anything is fetched or anybody sent anywhere', async () => {
    const { client, browser } = await workspace('registered');
    const app = publish();
    for (const changes of [{}, { prompt: 'none' }] as Record<string, string>[]) {
      const page = await browser.get(authorizePath(app, newProof(), changes));
      expect([page.status, page.text.includes('registered apps only')]).toEqual([403, true]);
    }
    expect((await browserless().get(authorizePath(app, newProof(), { prompt: 'none' }))).status).toBe(403);
    const signIn = await browserless().get(authorizePath(app, newProof()));
    expect(signIn.headers.get('location')).toContain('/sign-in?return_to=');
    expect(fetched).toEqual([]);
    expect(await refusalsOf(client)).toHaveLength(2);
    // Whoever was on the page when the rule changed does not get through, either.
    await client.patch('/v1/access/settings', { apps: 'any' });
    const page = await visit(suite, browser, authorizePath(app, newProof()));
    await client.patch('/v1/access/settings', { apps: 'registered' });
    expect((await browser.fill(page, { decision: 'approve' })).status).toBe(403);
    expect(await appsOf(client)).toEqual([]);
  });

  it.each<[string, () => RegisteredClient, string]>([
    [
      'a redirect URI that it does not name',
      () => ({ ...publish(), redirect_uris: ['https://evil.example/'] }),
      'redirect_uri',
    ],
    ['a document of another address', () => publish({ client_id: 'https://evil.example/x' }), 'is not its own address'],
    ['no document', () => ({ ...publish(), client_id: `${origin}/none.json` }), 'answers 404'],
    ['a redirect', () => moved(), 'answers 302'],
    ['a document that is too large', () => publish({ padding: 'x'.repeat(70_000) }), 'larger than 64 KiB'],
    ['a host that hangs', () => ({ ...publish(), client_id: `${origin}/hangs.json` }), 'did not arrive in time'],
    ['a private address', () => ({ ...publish(), client_id: 'http://169.254.169.254/x' }), 'not a public one'],
  ])('with %s is refused in words', async (_, made, words) => {
    const { browser } = await workspace();
    const page = await browser.get(authorizePath(made(), newProof()));
    expect([page.status >= 400, page.text]).toEqual([true, expect.stringContaining(words)]);
  });

  it('is described anew when its headers say so, at the latest after a day', async () => {
    const { browser } = await workspace();
    const app = publish({}, { 'Cache-Control': 'max-age=9999999' });
    await visit(suite, browser, authorizePath(app, newProof()));
    await visit(suite, browser, authorizePath(app, newProof()));
    expect(fetched).toHaveLength(1);
    suite.clock.advance(86_401);
    try {
      await suite.client.get('/health/live');
      const user = await makeUser(suite, { roles: ['office:editor'] });
      await suite.client.patch('/v1/access/settings', { apps: 'any' });
      await visit(suite, await browserOf(suite, user), authorizePath(app, newProof()));
      expect(fetched).toHaveLength(2);
    } finally {
      suite.clock.advance(-86_401);
    }
  });
});

function moved(): RegisteredClient {
  const app = publish();
  documents[new URL(app.client_id).pathname] = { status: 302, headers: { Location: 'https://evil.example/' } };
  return app;
}
