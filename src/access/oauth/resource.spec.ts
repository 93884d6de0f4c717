import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../../test/support/browser.js';
import { NEWEST, message, postCall } from '../../../test/support/mcp.js';
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
  visit,
} from '../../../test/support/oauth.js';
import { makeUser } from '../../../test/support/people.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
let app: RegisteredClient;
let browser: Browser;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api', ...BEHIND_PROXY });
  app = await registerClient(suite, { scopes: ['office:read', 'sales:read', 'sales:write'] });
  browser = await browserOf(suite, await makeUser(suite, { roles: ['office:editor', 'sales:editor'] }));
});
afterAll(() => suite.close());

const proof = newProof();
const at = (part: string) => suite.settings.BASE_URL + part;
const codeFor = async (changes: Record<string, string | string[]>) =>
  (await authorize(suite, browser, authorizePath(app, proof, changes))).searchParams.get('code')!;
const tokens = async (resource?: string, scope = 'office:read sales:read') =>
  (await redeem(suite, app, await codeFor({ scope, ...(resource && { resource }) }), proof)).body;

/** The statuses of a list at /v1, of a message at /mcp, and of a tool that lists. */
async function uses(token: string): Promise<number[]> {
  const by = new Client(suite.base, token);
  const listed = await by.get('/v1/office/documents');
  const told = await by.post('/mcp', message('tools/list'), { headers: NEWEST('tools/list') });
  const called = await postCall(by, 'list', { type: 'office.document' });
  return [listed.status, told.status, called.status];
}

describe('An access token', () => {
  it('is good for the resource that it was asked for, and for no other one', async () => {
    expect(await uses((await tokens()).access_token)).toEqual([200, 200, 200]);
    expect(await uses((await tokens(at(''))).access_token)).toEqual([200, 200, 200]);
    expect(await uses((await tokens(at('/v1'))).access_token)).toEqual([200, 401, 401]);
    for (const resource of [at('/mcp'), at('/mcp/')])
      expect(await uses((await tokens(resource)).access_token), resource).toEqual([401, 200, 200]);
  });

  it('of another resource is told as such', async () => {
    const { access_token } = await tokens(at('/v1'));
    const refused = await postCall(new Client(suite.base, access_token), 'whoami');
    expect(refused.body.error.message).toBe(`The access token is for ${at('/v1')}.`);
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token", resource_metadata=');
  });

  it('keeps its resource when it is refreshed', async () => {
    const { refresh_token } = await tokens(at('/mcp'));
    const { body } = await refresh(suite, app, refresh_token);
    expect(await uses(body.access_token)).toEqual([401, 200, 200]);
    expect((await refresh(suite, app, body.refresh_token, { resource: at('/v1') })).body.error).toBe('invalid_target');
  });
});

it('refuses a resource that is none of the server, and a token request for another one', async () => {
  for (const resource of ['https://api.example.com', at('/admin'), 'nonsense', `${at('/mcp')}#x`]) {
    const { left } = await visit(suite, browser, authorizePath(app, proof, { resource }));
    expect(left!.searchParams.get('error'), resource).toBe('invalid_target');
  }
  const code = await codeFor({ resource: at('/mcp') });
  const other = await redeem(suite, app, code, proof, { resource: at('/v1') });
  expect([other.status, other.body.error]).toEqual([400, 'invalid_target']);
});

it('answers 403 insufficient_scope to a tool call that needs more, so that the app can ask for it', async () => {
  const { access_token } = await tokens(at('/mcp'));
  const create = { type: 'sales.contact', fields: { display_name: 'Ada' } };
  const refused = await postCall(new Client(suite.base, access_token), 'create', create);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    403,
    `Bearer realm="workspace-suite", error="insufficient_scope", scope="office:read sales:read sales:write", resource_metadata="${at('/.well-known/oauth-protected-resource/mcp')}"`,
  ]);
  const more = await tokens(at('/mcp'), 'office:read sales:read sales:write');
  const made = await postCall(new Client(suite.base, more.access_token), 'create', create);
  expect([made.status, made.body.result.isError]).toEqual([200, undefined]);
});
