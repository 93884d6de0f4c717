import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../../test/support/browser.js';
import {
  askAsClient,
  authorizePath,
  BEHIND_PROXY,
  browserOf,
  CALLBACK,
  authorize,
  follow,
  identityOf,
  newProof,
  type Proof,
  redeem,
  refresh,
  type RegisteredClient,
  registerClient,
  type Tokens,
  tokensOf,
  visit,
} from '../../../test/support/oauth.js';
import { hashOf } from '../../platform/security/hash.js';
import { makeUser } from '../../../test/support/people.js';
import { type Answer, Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
let open: RegisteredClient;
let secret: RegisteredClient;
let browser: Browser;
let proof: Proof;
let tokens: Tokens;
beforeAll(async () => {
  suite = await startTestApp(BEHIND_PROXY);
  open = await registerClient(suite, { redirect_uris: [CALLBACK, 'http://127.0.0.1:7777/callback'] });
  secret = await registerClient(suite, { type: 'confidential' });
  browser = await browserOf(suite, await makeUser(suite, { roles: ['office:editor'] }));
  proof = newProof();
  tokens = await tokensOf(suite, open, browser);
});
afterAll(() => suite.close());

type Changes = Record<string, string | string[] | null>;

const ask = (changes: Changes) =>
  new Client(suite.base, null).get(authorizePath(open, proof, changes), {
    headers: { Cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') },
  });

function expectRefusal({ status, headers, body }: Answer, expected: [number, string]) {
  expect([status, body.error]).toEqual(expected);
  expect(body).toEqual({
    error: expect.any(String),
    error_description: expect.any(String),
    request_id: headers.get('x-request-id'),
  });
  expect(headers.get('cache-control')).toBe('no-store');
}

describe('GET /oauth/authorize sends nobody to an address that is not registered', () => {
  const cases: [string, Changes, string][] = [
    ['no client', { client_id: null }, 'invalid_request'],
    ['an unknown client', { client_id: 'cli_01jz8k3m5n7p9q1r3s5t7v9w1x' }, 'invalid_client'],
    ['what is no id of a client', { client_id: 'cli_\0' }, 'invalid_client'],
    ['two clients', { client_id: ['cli_x', 'cli_y'] }, 'invalid_request'],
    ['no redirect URI', { redirect_uri: null }, 'invalid_request'],
    ['another host', { redirect_uri: 'https://evil.example/callback' }, 'invalid_redirect_uri'],
    [
      'a host that begins alike',
      { redirect_uri: `${CALLBACK.replace('/callback', '')}.evil.example/callback` },
      'invalid_redirect_uri',
    ],
    [
      'a host in front of which is ours',
      { redirect_uri: 'https://app.example.com@evil.example/callback' },
      'invalid_redirect_uri',
    ],
    ['a longer path', { redirect_uri: `${CALLBACK}/more` }, 'invalid_redirect_uri'],
    ['a path that climbs', { redirect_uri: `${CALLBACK}/../callback` }, 'invalid_redirect_uri'],
    ['a slash more', { redirect_uri: `${CALLBACK}/` }, 'invalid_redirect_uri'],
    ['a query more', { redirect_uri: `${CALLBACK}?next=https://evil.example` }, 'invalid_redirect_uri'],
    ['a fragment more', { redirect_uri: `${CALLBACK}#x` }, 'invalid_redirect_uri'],
    ['another scheme', { redirect_uri: CALLBACK.replace('https', 'http') }, 'invalid_redirect_uri'],
    ['other letters', { redirect_uri: CALLBACK.toUpperCase() }, 'invalid_redirect_uri'],
    ['another port', { redirect_uri: CALLBACK.replace('.com', '.com:8443') }, 'invalid_redirect_uri'],
    ['another path on loopback', { redirect_uri: 'http://127.0.0.1:7778/other' }, 'invalid_redirect_uri'],
    ['another loopback name', { redirect_uri: 'http://localhost:7777/callback' }, 'invalid_redirect_uri'],
    ['a script', { redirect_uri: 'javascript:alert(1)' }, 'invalid_redirect_uri'],
    ['two redirect URIs', { redirect_uri: [CALLBACK, 'https://evil.example'] }, 'invalid_request'],
  ];
  it.each(cases)('%s', async (_, changes, error) => {
    const answer = await ask(changes);
    expect(answer.headers.get('location')).toBeNull();
    expectRefusal(answer, [400, error]);
  });

  it('shows browsers a page that says so', async () => {
    const page = await browser.get(authorizePath(open, proof, { redirect_uri: 'https://evil.example/"><script>' }));
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toContain(page.headers.get('x-request-id'));
    expect(page.text).not.toContain('<script>');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('cache-control')).toBe('no-store');
  });
});

describe('GET /oauth/authorize tells the client', () => {
  const cases: [string, Changes, string, RegExp][] = [
    ['no response type', { response_type: null }, 'invalid_request', /response_type/],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type', /response_type/],
    ['an ID token', { response_type: 'id_token', nonce: 'n' }, 'unsupported_response_type', /response_type/],
    ['the hybrid flow', { response_type: 'code token' }, 'unsupported_response_type', /response_type/],
    ['the mode fragment', { response_mode: 'fragment' }, 'unsupported_response_mode', /response_mode/],
    ['the mode form_post', { response_mode: 'form_post' }, 'unsupported_response_mode', /response_mode/],
    ['no challenge', { code_challenge: null, code_challenge_method: null }, 'invalid_request', /PKCE/],
    ['a method without a challenge', { code_challenge: null }, 'invalid_request', /code_challenge/],
    ['a challenge without a method', { code_challenge_method: null }, 'invalid_request', /code_challenge_method/],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request', /code_challenge_method/],
    ['a short challenge', { code_challenge: 'x'.repeat(42) }, 'invalid_request', /code_challenge/],
    ['a long challenge', { code_challenge: 'x'.repeat(129) }, 'invalid_request', /code_challenge/],
    ['a challenge of other characters', { code_challenge: '='.repeat(43) }, 'invalid_request', /code_challenge/],
    ['two challenges', { code_challenge: ['x'.repeat(43), 'y'.repeat(43)] }, 'invalid_request', /code_challenge/],
    ['no scope', { scope: null }, 'invalid_scope', /scope is required/],
    ['an empty scope', { scope: '' }, 'invalid_scope', /scope is required/],
    ['a scope that does not exist', { scope: 'office:read office:fly' }, 'invalid_scope', /no scope office:fly/],
    ['a scope that is not registered', { scope: 'sales:read' }, 'invalid_scope', /not allowed/],
    ['the scope of OpenID Connect', { scope: 'openid office:read' }, 'invalid_scope', /scope/],
    ['offline_access', { scope: 'office:read offline_access' }, 'invalid_scope', /offline_access/],
    ['a convenience scope', { scope: 'read:all' }, 'invalid_scope', /read:all/],
    ['a name that every object has', { scope: 'constructor' }, 'invalid_scope', /constructor/],
    ['a scope of bad characters', { scope: 'office:read "' }, 'invalid_scope', /characters/],
    ['two scopes', { scope: ['office:read', 'office:write'] }, 'invalid_request', /scope/],
    ['a state that is too long', { state: 's'.repeat(4097) }, 'invalid_request', /state must have at most 4096/],
    ['a state with NUL', { state: 'a\0b' }, 'invalid_request', /NUL/],
    ['a hint that is too long', { login_hint: 'x'.repeat(2049) }, 'invalid_request', /login_hint/],
    ['an unknown prompt', { prompt: 'dance' }, 'invalid_request', /prompt/],
    ['prompt none with another', { prompt: 'none login' }, 'invalid_request', /none/],
    ['a max_age that is no number of seconds', { max_age: 'soon' }, 'invalid_request', /max_age/],
    ['a request object', { request: 'x.y.z' }, 'request_not_supported', /^$/],
    ['a request by reference', { request_uri: 'https://evil.example' }, 'request_uri_not_supported', /^$/],
  ];
  it.each(cases)('%s', async (_, changes, error, description) => {
    const { status, headers } = await ask(changes);
    const back = new URL(headers.get('location')!);
    expect([status, back.origin + back.pathname]).toEqual([302, CALLBACK]);
    // The standard has those of the implicit flow in the fragment.
    const searchParams = back.hash === '' ? back.searchParams : new URLSearchParams(back.hash.slice(1));
    expect(searchParams.get('error')).toBe(error);
    expect(searchParams.get('error_description') ?? '').toMatch(description);
    expect(searchParams.get('iss')).toBe(suite.settings.BASE_URL);
    expect(searchParams.get('state')).toBe('state' in changes ? changes.state : 'a state');
    expect(searchParams.has('code')).toBe(false);
  });

  it('that the roles of the user give nothing of it', async () => {
    const idle = await browserOf(suite, await makeUser(suite, { roles: ['sales:admin'] }));
    const { left } = await visit(suite, idle, authorizePath(open, proof));
    expect(left!.searchParams.get('error')).toBe('access_denied');
  });

  it('nothing of what OAuth 2.0 does not know', async () => {
    const more = { nonce: 'n', display: 'page', ui_locales: 'en', acr_values: '1', id_token_hint: 'x', foo: 'bar' };
    const known = { authorization_details: '[]', dpop_jkt: 'x' };
    const { left } = await visit(suite, browser, authorizePath(open, proof, { ...more, ...known }));
    const code = left!.searchParams.get('code')!;
    expect((await redeem(suite, open, code, proof, { foo: 'bar' })).status).toBe(200);
  });

  it('the same where its address is written another way', async () => {
    const path = authorizePath(open, proof);
    for (const other of ['/oauth/%61uthorize?', '/oauth/authorize/?']) {
      const { left } = await visit(suite, browser, path.replace('/oauth/authorize?', other));
      expect(left!.searchParams.has('code'), other).toBe(true);
    }
  });

  it('back a state of 4096 characters as it was', async () => {
    const state = '%&=+ ü'.repeat(682) + 'xxxx';
    const { left } = await visit(suite, browser, authorizePath(open, proof, { state }));
    expect(left!.searchParams.get('state')).toBe(state);
  });
});

describe('POST /oauth/token refuses', () => {
  const code = { grant_type: 'authorization_code', code: 'x', redirect_uri: CALLBACK, code_verifier: 'v'.repeat(43) };
  const cases: [string, () => Promise<Answer>, [number, string]][] = [
    ['an empty body', () => askAsClient(suite, '/oauth/token', {}), [400, 'invalid_request']],
    ['no grant type', () => token({ ...identityOf(open) }), [400, 'invalid_request']],
    ['passwords', () => token({ grant_type: 'password', ...identityOf(open) }), [400, 'unsupported_grant_type']],
    [
      'client credentials',
      () => token({ grant_type: 'client_credentials', ...identityOf(secret) }),
      [400, 'unsupported_grant_type'],
    ],
    [
      'the grant type implicit',
      () => token({ grant_type: 'implicit', ...identityOf(open) }),
      [400, 'unsupported_grant_type'],
    ],
    [
      'two grant types',
      () => token([['grant_type', 'refresh_token'], ['grant_type', 'password'], ...pairs(open)]),
      [400, 'invalid_request'],
    ],
    ['no client', () => token(code), [400, 'invalid_request']],
    ['an unknown client', () => token({ ...code, client_id: 'cli_x' }), [401, 'invalid_client']],
    [
      'two clients',
      () => token([...Object.entries(code), ['client_id', 'a'], ['client_id', 'b']]),
      [400, 'invalid_request'],
    ],
    ['a client without its secret', () => token({ ...code, client_id: secret.client_id }), [401, 'invalid_client']],
    [
      'a wrong secret',
      () => token({ ...code, client_id: secret.client_id, client_secret: 'wsc_wrong' }),
      [401, 'invalid_client'],
    ],
    [
      'the hash of a secret',
      async () => token({ ...code, client_id: secret.client_id, client_secret: await storedHash() }),
      [401, 'invalid_client'],
    ],
    [
      'a secret of a public client',
      () => token({ ...code, ...identityOf(open), client_secret: 'x' }),
      [401, 'invalid_client'],
    ],
    ['a wrong secret in the header', () => token(code, basic(secret.client_id, 'x')), [401, 'invalid_client']],
    ['a header that is not Basic', () => token(code, { Authorization: 'Bearer x' }), [400, 'invalid_request']],
    ['a header that is not base64', () => token(code, { Authorization: 'Basic ***' }), [400, 'invalid_request']],
    ['a header without a secret', () => token(code, basic(secret.client_id, '')), [400, 'invalid_request']],
    [
      'a secret sent both ways',
      () => token({ ...code, ...identityOf(secret) }, basic(secret.client_id, secret.client_secret!)),
      [400, 'invalid_request'],
    ],
    [
      'another client in the header than in the body',
      () => token({ ...code, client_id: open.client_id }, basic(secret.client_id, secret.client_secret!)),
      [400, 'invalid_request'],
    ],
    ['no code', () => token({ ...code, ...identityOf(open), code: '' }), [400, 'invalid_request']],
    ['no redirect URI', () => token({ ...code, ...identityOf(open), redirect_uri: '' }), [400, 'invalid_request']],
    ['an unknown code', () => token({ ...code, ...identityOf(open) }), [400, 'invalid_grant']],
    [
      'two codes',
      () => token([...Object.entries({ ...code, ...identityOf(open) }), ['code', 'y']]),
      [400, 'invalid_request'],
    ],
    [
      'an access token as code',
      () => token({ ...code, ...identityOf(open), code: tokens.access_token }),
      [400, 'invalid_grant'],
    ],
    [
      'a code with another verifier',
      async () => redeem(suite, open, await newCode(), newProof()),
      [400, 'invalid_grant'],
    ],
    [
      'a code without a verifier',
      async () => redeem(suite, open, await newCode(), proof, { code_verifier: '' }),
      [400, 'invalid_grant'],
    ],
    [
      'a code with the challenge as verifier',
      async () => redeem(suite, open, await newCode(), { ...proof, verifier: proof.challenge }),
      [400, 'invalid_grant'],
    ],
    [
      'a verifier that is too short',
      async () => redeem(suite, open, await newCode(), proof, { code_verifier: 'x' }),
      [400, 'invalid_request'],
    ],
    [
      'a code with another redirect URI',
      async () => redeem(suite, open, await newCode(), proof, { redirect_uri: open.redirect_uris[1]! }),
      [400, 'invalid_grant'],
    ],
    ['a code of another client', async () => redeem(suite, secret, await newCode(), proof), [400, 'invalid_grant']],
    ['no refresh token', () => refresh(suite, open, ''), [400, 'invalid_request']],
    ['an unknown refresh token', () => refresh(suite, open, 'wsr_x'), [400, 'invalid_grant']],
    ['an access token as refresh token', () => refresh(suite, open, tokens.access_token), [400, 'invalid_grant']],
    ['a refresh token of another client', () => refresh(suite, secret, tokens.refresh_token), [400, 'invalid_grant']],
    [
      'more scopes than were given',
      () => refresh(suite, open, tokens.refresh_token, { scope: 'office:read sales:read' }),
      [400, 'invalid_scope'],
    ],
    [
      'a scope that does not exist',
      () => refresh(suite, open, tokens.refresh_token, { scope: 'x' }),
      [400, 'invalid_scope'],
    ],
    [
      'a scope of bad characters',
      () => refresh(suite, open, tokens.refresh_token, { scope: '"' }),
      [400, 'invalid_scope'],
    ],
    ['JSON', () => json('/oauth/token', { ...code, ...identityOf(open) }), [400, 'invalid_request']],
    [
      'a body that is too long',
      () => token({ ...code, ...identityOf(open), more: 'x'.repeat(60_000) }),
      [400, 'invalid_request'],
    ],
    [
      'a form of files',
      () => token({}, { 'Content-Type': 'multipart/form-data; boundary=x' }),
      [400, 'invalid_request'],
    ],
  ];
  it.each(cases)('%s', async (_, attempt, expected) => expectRefusal(await attempt(), expected));

  it('and none of that used anything up', async () => {
    const { status, body } = await refresh(suite, open, tokens.refresh_token);
    expect(status).toBe(200);
    tokens = body;
  });

  it('no other way of writing its address', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': '192.0.2.2' };
    const send = (path: string) => {
      const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, ...identityOf(open) };
      return new Client(suite.base, null).post(path, new URLSearchParams(fields).toString(), { headers });
    };
    expect((await send('/OAuth/Token')).status).toBe(404);
    for (const path of ['/oauth/token/', '/oauth/token?grant_type=password', '/oauth/%74oken']) {
      const answer = await send(path);
      expect(answer.status, path).toBe(200);
      tokens = answer.body;
    }
  });

  it('says how to prove who one is, where it was tried by header', async () => {
    const { headers } = await token(code, basic(secret.client_id, 'x'));
    expect(headers.get('www-authenticate')).toMatch(/^Basic realm=/);
  });

  it('more than 30 bad requests a minute from one address, and says when to come back', async () => {
    const address = { 'X-Forwarded-For': '192.0.2.77' };
    const answers = await Promise.all(Array.from({ length: 30 }, () => token(code, address)));
    expect(answers.map(({ status }) => status)).not.toContain(429);
    const refused = await token(code, address);
    expectRefusal(refused, [429, 'temporarily_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await token(code, { 'X-Forwarded-For': '192.0.2.78' })).status).toBe(400);
  });

  it('no good requests of one address, and more than 30 refreshes of one grant in a minute without using up its token', async () => {
    const office = { 'X-Forwarded-For': '192.0.2.79' };
    const again = (refresh_token: string) =>
      token({ grant_type: 'refresh_token', refresh_token, ...identityOf(open) }, office);
    let refreshToken = '';
    for (let grant = 0; grant < 2; grant++) {
      refreshToken = (await tokensOf(suite, open, browser)).refresh_token;
      for (let times = 0; times < 30; times++) {
        const { status, body } = await again(refreshToken);
        expect(status).toBe(200);
        refreshToken = body.refresh_token;
      }
    }
    const refused = await again(refreshToken);
    expectRefusal(refused, [429, 'temporarily_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(
      (
        await suite.database.execute('select 1 from oauth_artifacts where hash = $1 and consumed_at is null', [
          hashOf(refreshToken),
        ])
      ).count,
    ).toBe(1);
  });

  const token = (fields: Record<string, string> | [string, string][], headers?: Record<string, string>) =>
    askAsClient(suite, '/oauth/token', fields, headers);
  const pairs = (client: RegisteredClient) => Object.entries(identityOf(client));
  const basic = (id: string, password: string) => ({
    Authorization: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`,
  });
  async function newCode(): Promise<string> {
    return (await authorize(suite, browser, authorizePath(open, proof))).searchParams.get('code')!;
  }
  async function storedHash(): Promise<string> {
    const sql = 'select secret_hash from oauth_clients where id = $1';
    return (await suite.database.execute(sql, [secret.client_id])).rows[0]!.secret_hash;
  }
});

const json = (path: string, body: object) =>
  new Client(suite.base, null).post(path, body, { headers: { 'X-Forwarded-For': '192.0.2.1' } });

describe('POST /oauth/revoke refuses', () => {
  const revoke = (fields: Record<string, string>) => askAsClient(suite, '/oauth/revoke', fields);
  const cases: [string, () => Promise<Answer>, [number, string]][] = [
    ['no token', () => revoke(identityOf(open)), [400, 'invalid_request']],
    ['no client', () => revoke({ token: 'x' }), [400, 'invalid_request']],
    ['an unknown client', () => revoke({ token: 'x', client_id: 'cli_x' }), [401, 'invalid_client']],
    [
      'a wrong secret',
      () => revoke({ token: 'x', ...identityOf(secret), client_secret: 'x' }),
      [401, 'invalid_client'],
    ],
    ['JSON', () => json('/oauth/revoke', { token: 'x', ...identityOf(open) }), [400, 'invalid_request']],
  ];
  it.each(cases)('%s', async (_, attempt, expected) => expectRefusal(await attempt(), expected));

  it('no token that is unknown, whatever it looks like', async () => {
    const jwt = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
    for (const token of ['x', jwt, 'wsr_x', 'wsk_test_x'])
      expect((await revoke({ token, token_type_hint: 'nonsense', ...identityOf(open) })).status).toBe(200);
  });
});

describe('Nobody fills the database of others:', () => {
  it('refused revocations of one address end, and good ones do not matter', async () => {
    const address = { 'X-Forwarded-For': '192.0.2.90' };
    const good = () => askAsClient(suite, '/oauth/revoke', { token: 'x', ...identityOf(open) }, address);
    const bad = () => askAsClient(suite, '/oauth/revoke', identityOf(open), address);
    for (let times = 0; times < 31; times++) expect((await good()).status).toBe(200);
    for (let times = 0; times < 30; times++) expect((await bad()).status).toBe(400);
    expectRefusal(await bad(), [429, 'temporarily_unavailable']);
    expect((await askAsClient(suite, '/oauth/revoke', identityOf(open))).status).toBe(400);
  });

  it('requests for access take from the budget of their address', async () => {
    const app = await startTestApp({ ...BEHIND_PROXY, ROLE: 'api', RATE_LIMIT: '2' }, { beside: suite });
    try {
      const from = (address: string, accept = '*/*') =>
        new Client(app.base, null).get(authorizePath(open, proof), {
          headers: { 'X-Forwarded-For': address, Accept: accept },
        });
      const statuses = [];
      for (let times = 0; times < 3; times++) statuses.push((await from('192.0.2.91')).status);
      expect(statuses).toEqual([302, 302, 429]);
      expect((await from('192.0.2.91', 'text/html')).text).toContain('Access cannot be given');
      expect((await from('192.0.2.92')).status).toBe(302);
    } finally {
      await app.close();
    }
  });
});

describe('The consent page refuses', () => {
  const opened = async (by = browser) => {
    const page = await visit(suite, by, authorizePath(open, proof, { prompt: 'consent' }));
    expect(page.status).toBe(200);
    return page;
  };
  const grants = async () => (await suite.database.execute(`select from sessions where auth_method = 'oauth'`)).count;

  it('a form that another site made up', async () => {
    const before = await grants();
    const page = await opened();
    for (const forged of [{}, { csrf: 'x' }] as Record<string, string>[]) {
      const answer = await browser.post(page.path, { decision: 'approve', ...forged });
      expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
    }
    expect(await grants()).toBe(before);
  });

  it('another browser than the one that asked', async () => {
    const page = await opened();
    const thief = await browserOf(suite, await makeUser(suite, { roles: ['office:editor'] }));
    expect((await thief.get(page.path)).status).toBe(400);
    const own = await opened(thief);
    const csrf = /name="csrf" value="([^"]+)"/.exec(own.text)![1]!;
    expect((await thief.post(page.path, { decision: 'approve', csrf })).status).toBe(400);
  });

  it('what is no decision', async () => {
    const answer = await browser.fill(await opened(), { decision: 'maybe' });
    expect(answer.status).toBe(400);
  });

  it('an answer to what has ended, and shows why', async () => {
    const page = await opened();
    await follow(suite, browser, await browser.fill(page, { decision: 'deny' }));
    const again = await browser.get(page.path);
    expect([again.status, again.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(again.text).toContain('has expired');
  });

  it('who signed out meanwhile: they have to sign in again', async () => {
    const theirs = await browserOf(suite, await makeUser(suite, { roles: ['office:editor'] }));
    const page = await opened(theirs);
    await theirs.submit('/account', {}, '/sign-out');
    expect((await visit(suite, theirs, page.path)).path).toMatch(/^\/sign-in\?/);
  });
});

describe('Under /oauth', () => {
  it('wrong methods and unknown paths are refused as RFC 6749 has it', async () => {
    const anybody = new Client(suite.base, null);
    const wrong = await anybody.get('/oauth/token');
    expectRefusal(wrong, [405, 'invalid_request']);
    expect(wrong.headers.get('allow')).toBe('POST');
    expect((await anybody.send('HEAD', '/oauth/token')).status).toBe(405);
    expectRefusal(await anybody.put('/oauth/revoke'), [405, 'invalid_request']);
    expectRefusal(await anybody.post('/oauth/authorize'), [405, 'invalid_request']);
    expectRefusal(await anybody.get('/oauth/introspect'), [404, 'invalid_request']);
    expectRefusal(await anybody.post('/oauth/register', {}), [404, 'invalid_request']);
  });

  it('a fault of our own is a 500 that shows nothing of it', async () => {
    const own = await startTestApp(BEHIND_PROXY);
    try {
      const client = await registerClient(own);
      const fails = async () => {
        expectRefusal(await refresh(own, client, 'x'), [500, 'server_error']);
        expectRefusal(await new Client(own.base, null).get(authorizePath(client, proof)), [500, 'server_error']);
      };
      await own.database.execute('alter table oauth_clients rename to elsewhere');
      await fails();
      await own.database.execute('alter table elsewhere rename to oauth_clients');
      await own.database.execute('alter table oauth_artifacts rename to elsewhere');
      expectRefusal(await refresh(own, client, 'x'), [500, 'server_error']);
    } finally {
      await own.close();
    }
  });

  it('requests are measured by route', async () => {
    await refresh(suite, open, 'x');
    const { text } = await new Client(suite.base, null).get('/metrics');
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="\/oauth\/token",status="400"\} \d+/,
    );
  });

  it('links begin with our own address, whatever Host says', async () => {
    const { headers } = await new Client(suite.base, null).get(authorizePath(open, proof), {
      headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
    });
    expect(headers.get('location')).toMatch(/^\/oauth\/interactions\//);
    const page = await visit(suite, browser, authorizePath(open, proof, { prompt: 'consent' }));
    const { headers: after } = await browser.fill(page, { decision: 'deny' });
    expect(after.get('location')).toMatch(/^\/oauth\/authorize\//);
  });

  it('cookies are for this host, no script and no other site, and Secure over HTTPS', async () => {
    const cookies = async (env: Record<string, string>) => {
      const own = await startTestApp({ ...BEHIND_PROXY, ...env });
      try {
        const client = await registerClient(own);
        return (await new Client(own.base, null).get(authorizePath(client, proof))).headers.getSetCookie();
      } finally {
        await own.close();
      }
    };
    const plain = await cookies({});
    expect(plain).toHaveLength(4);
    for (const cookie of plain) {
      expect(cookie).toMatch(/; path=\/oauth\/.+; samesite=lax; httponly$/i);
      expect(cookie).not.toMatch(/domain|secure/i);
    }
    for (const env of [{ BASE_URL: 'https://suite.example' }, { APP_ENV: 'production' }] as Record<string, string>[])
      for (const cookie of await cookies(env)) {
        expect(cookie).toMatch(/^__Secure-oauth_.+; secure/i);
        // SHA-256 in base64url.
        if (/^\S+\.sig=/.test(cookie)) expect(/=([\w-]*);/.exec(cookie)![1]).toHaveLength(43);
      }
  });

  it('an address with a path is kept everywhere', async () => {
    const own = await startTestApp({ BASE_URL: 'https://suite.example/base' });
    try {
      const { headers } = await new Client(own.base, null).get(authorizePath(await registerClient(own), proof));
      expect(headers.get('location')).toMatch(/^\/base\/oauth\/interactions\//);
      for (const cookie of headers.getSetCookie()) expect(cookie).toContain('path=/base/oauth/');
    } finally {
      await own.close();
    }
  });

  it('pages of registered apps may read answers, others may not', async () => {
    const from = (origin: string, client = open) =>
      askAsClient(suite, '/oauth/token', { grant_type: 'x', ...identityOf(client) }, { Origin: origin });
    const ours = await from('https://app.example.com');
    expect(ours.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    for (const refused of [await from('https://evil.example'), await from('https://app.example.com', secret)]) {
      expect(refused.status).toBe(400);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});
