import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, cookiesOf } from '../../../test/support/browser.js';
import { eventually } from '../../../test/support/eventually.js';
import { Authenticator, withTotp } from '../../../test/support/factors.js';
import {
  ADDRESS,
  at,
  cli,
  expectSameRows,
  forged,
  FROZEN,
  movesOf,
  refusal,
  rows,
  twoDeployments,
} from '../../../test/support/moves.js';
import {
  authorizePath,
  browserOf,
  newProof,
  refresh,
  registerClient,
  type RegisteredClient,
  tokensOf,
} from '../../../test/support/oauth.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { TestReceiver } from '../../../test/support/receiver.js';
import { nameOf, type Prepared, prepare } from '../../../test/support/samples.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { asSystem } from '../../platform/context/request-context.js';
import { Mail } from '../../platform/mail/mail.js';
import { addressAt } from '../../platform/request/error-answers.js';
import { type Route, Routes } from '../../platform/request/routes.js';
import { Secrets } from '../../platform/security/secrets.js';
import { unzip } from '../../platform/zip/read.js';
import { SendingRepository } from '../../webhooks/sending/sending.repository.js';
import { ArchiveImport } from '../archives/archive-import.js';
import { ArchivedTables } from '../archives/archived-tables.repository.js';

const DOCUMENTS = '/v1/office/documents';

/** Two deployments; the first one with two processes and two workspaces. */
const made = twoDeployments();
const file = join(made.directory, 'workspace.zip');
let source: TestApp;
let beside: TestApp;
let target: TestApp;
let other: Client;

beforeAll(async () => {
  ({ source, target } = made);
  beside = await startTestApp({ ROLE: 'api', SECRETS_KEY: source.settings.SECRETS_KEY! }, { beside: source });
  other = (await source.workspace('Other', { operator: true })).client;
});
afterAll(() => beside?.close());

/** Sends a request line as it is, and answers the head of the response. */
const sendRaw = (app: TestApp, line: string, headers: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let head = '';
    const socket = connect(Number(new URL(app.base).port), '127.0.0.1', () =>
      socket.write([line, 'Connection: close', ...headers, '', ''].join('\r\n')),
    );
    socket.on('data', (bytes) => (head += bytes.toString()));
    socket.on('end', () => resolve(head.split('\r\n\r\n')[0]!));
    socket.on('error', reject);
  });

/** They end with their client. */
const STREAMS = /\/stream$/;

describe('a workspace that moves', () => {
  const requests: [Route, Prepared][] = [];
  const secretsOfAll: string[] = [];
  let receiver: TestReceiver;
  let app: Client;
  let registered: RegisteredClient;
  let renew: (where: TestApp) => ReturnType<typeof refresh>;
  let email: string;
  let authenticator: Authenticator;
  let browser: Browser;
  let key: Client;
  let packed: any;
  let receipt: string;
  let release: string;
  let pending: string[];
  const received = () => receiver.requests.map(({ json }) => json.id as string);
  const once = { headers: { 'Idempotency-Key': 'of the move' } };
  let first: any;

  afterAll(() => receiver?.close());

  it('has something of everything', { timeout: 300_000 }, async () => {
    receiver = await TestReceiver.start(() => 200);
    const { client } = source;
    for (const route of source.app.get(Routes).all)
      if (route.endpoint ? !STREAMS.test(route.path) : route.path.startsWith('/v1/'))
        requests.push([route, await prepare(route, client)]);
    // Samples without a file.
    await rows(source, `delete from sales_imports where blob_key = 'none'`);
    await rows(source, `delete from imports where sources -> 'blobs' = '["none"]'`);
    registered = await registerClient(source, { type: 'confidential' });
    const user = await makeUser(source, { roles: ['office:editor', 'access:owner'] });
    email = user.email;
    browser = await browserOf(source, user);
    const tokens = await tokensOf(source, registered, browser);
    app = new Client(source.base, tokens.access_token);
    renew = (where) => refresh(where, registered, tokens.refresh_token);
    authenticator = await withTotp(source, user);
    key = await source.withScopes('office:read', 'office:write');
    const webhook = await client.post('/v1/webhooks', { url: receiver.url, events: ['office.document.created'] });
    first = await client.post(DOCUMENTS, { title: 'Delivered' }, once);
    await receiver.received(1);
    receiver.answering = () => 500;
    await client.post(DOCUMENTS, { title: 'Pending' });
    await receiver.received(2);
    pending = [received()[1]!];
    await rows(source, `update identity_providers set client_secret = $1`, [
      source.app.get(Secrets).encrypt('the secret of a provider'),
    ]);
    const later = { at: source.clock.iso(86_400) };
    await asSystem(source.workspaceId, () =>
      source.database.transaction(() =>
        source.app
          .get(Mail)
          .send(
            { to: 'ada@example.com', subject: 'Later', letter: { lines: ['A secret line'] }, language: 'en' },
            later,
          ),
      ),
    );
    await rows(
      source,
      `insert into factors (workspace_id, id, user_id, type, name, credential_id, public_key, counter, created_at, updated_at, revision)
       values ($1, 'factor_key', $2, 'passkey', 'Key', 'a credential', 'a key', 0, now(), now(), 1)`,
      [source.workspaceId, user.id],
    );
    const hashed = await rows(
      source,
      `select hash as text from api_keys union all select hash from access_tokens union all select hash from oauth_artifacts
       union all select password_hash from users where password_hash is not null
       union all select secret_hash from oauth_clients where secret_hash is not null
       union all select token_hash from calendar_feeds union all select cookie_hash from sessions where cookie_hash is not null`,
    );
    secretsOfAll.push(...hashed.map(({ text }) => text as string));
    secretsOfAll.push(webhook.body.secret, 'the secret of a provider', 'A secret line', 'v2.');
    secretsOfAll.push(authenticator.secret.toString('base64'), tokens.refresh_token, client.key!);
  });

  it('needs the address and the key of the target', async () => {
    const { transfer_key } = (await cli(target, 'receive')).result;
    const pack = (to: string, for_: string) =>
      refusal(movesOf(source).pack(source.workspaceId, { to, key: for_, out: file, wait: 60 }));
    for (const to of [
      'b.example.com',
      'javascript:alert(1)',
      'https://a:b@b.example.com',
      'https://b.example.com/?a=b',
    ])
      expect(await pack(to, transfer_key), to).toContain('to must be the address');
    for (const wrong of ['', 'x25519.', transfer_key.slice(0, -4), 'another'])
      expect(await pack(ADDRESS, wrong), wrong).toContain('key must be the one');
    expect(await pack(ADDRESS, movesOf(source).transferKey)).toContain('key is the one of this deployment');
    expect((await cli(source, 'move', source.workspaceId, '--to', ADDRESS)).said).toContain('key is required');
    expect(await rows(source, 'select from workspace_freezes')).toEqual([]);
  });

  it('is frozen, and in an archive that shows no secret', async () => {
    const { transfer_key } = (await cli(target, 'receive')).result;
    const args = ['move', source.workspaceId, '--to', `${ADDRESS}/`, '--key', transfer_key, '--out', file];
    const done = await cli(source, ...args);
    expect(done.code, done.said).toBe(0);
    packed = done.result;
    expect(packed.set_up_anew).toEqual({
      passkeys_of: [email],
      identity_providers: expect.arrayContaining([expect.any(String)]),
      domains: expect.any(Array),
    });
    expect(await source.client.post(DOCUMENTS, { title: 'A' })).toMatchObject(FROZEN);
    const [codes] = (await rows(source, 'select * from workspace_moves')) as any;
    const open = (sealed: string) => source.app.get(Secrets).decrypt(sealed);
    for await (const { name, content } of unzip(file)) {
      const pieces: Buffer[] = [];
      for await (const piece of await content()) pieces.push(piece);
      const text = Buffer.concat(pieces).toString();
      const shown = [...secretsOfAll, open(codes.receipt), open(codes.release)].filter((each) =>
        name.startsWith('files/') ? false : text.includes(`"${each}`) || (each.length > 20 && text.includes(each)),
      );
      expect(shown, name).toEqual([]);
    }
    const tables = await source.app.get(ArchivedTables).archived(true);
    const looksSecret = /\.(.*_)?(hash|secret|password|token|cookie|private_key|answer|message)$/;
    const bare = tables.flatMap(({ table, columns, sealed }) =>
      columns
        .filter((name) => looksSecret.test(`${table}.${name}`) && !sealed.includes(name))
        .map((name) => `${table}.${name}`),
    );
    expect(bare).toEqual(['import_problems.message']);
  });

  it('stays frozen where somebody tries to open it', async () => {
    expect((await cli(source, 'unfreeze', source.workspaceId)).said).toContain('frozen for a move');
    expect(await source.client.post(DOCUMENTS, { title: 'A' })).toMatchObject(FROZEN);
  });

  it('is not taken in where its archive belongs to another deployment, or was changed', async () => {
    expect(await refusal(target.app.get(ArchiveImport).run(file))).toContain('It belongs to a move');
    expect(await refusal(movesOf(source).receive(file))).toContain('sealed for another deployment');
    const renamed = await forged(source, file, (name, text) =>
      name === 'records/access.user.jsonl' ? text.replace('"display_name":"Ada"', '"display_name":"Eve"') : text,
    );
    expect(await refusal(movesOf(target).receive(renamed))).toContain('Somebody changed it on its way');
    const opened = await forged(source, file, (name, text) =>
      name === 'manifest.json' ? text.replace(/"release_sha256": "../, '"release_sha256": "00') : text,
    );
    expect(await refusal(movesOf(target).receive(opened))).toContain('Somebody changed it on its way');
    const copy = join(made.directory, 'copy.zip');
    const exported = await cli(source, 'export', '--workspace', source.workspaceId, '--out', copy);
    expect(exported.code, exported.said).toBe(0);
    expect(await refusal(movesOf(target).receive(copy))).toContain('It belongs to no move');
    expect(await rows(target, 'select from workspaces where id = $1', [source.workspaceId])).toEqual([]);
  });

  it('is at the target as it was, with all that belongs to it', async () => {
    const done = await cli(target, 'receive', file);
    expect(done.code, done.said).toBe(0);
    receipt = done.result.receipt;
    expect(done.result).toMatchObject({ workspace_id: source.workspaceId, address: ADDRESS, missing_files: 0 });
    expect(await expectSameRows(source, target, source.workspaceId)).toBeGreaterThan(0.7);
  });

  it('waits there, and can be read with the keys of before', async () => {
    const there = at(target, source.client);
    expect(await there.post(DOCUMENTS, { title: 'A' })).toMatchObject(FROZEN);
    expect((await there.get(`${DOCUMENTS}/${first.body.id}`)).body.title).toBe('Delivered');
    expect((await at(target, app).get(DOCUMENTS)).status).toBe(200);
    expect((await cli(target, 'unfreeze', source.workspaceId)).said).toContain('frozen for a move');
    expect((await cli(target, 'open', source.workspaceId, '--release', receipt)).said).toContain(
      'release is not the one',
    );
    expect(await there.post(DOCUMENTS, { title: 'A' })).toMatchObject(FROZEN);
    // Received twice, it is there once.
    expect((await cli(target, 'receive', file)).result.receipt).toBe(receipt);
  });

  it('leaves with the right receipt alone', async () => {
    expect((await cli(source, 'move', source.workspaceId, '--receipt', 'wrong')).said).toContain(
      'receipt is not the one',
    );
    expect(await source.client.get(DOCUMENTS)).toMatchObject({ status: 200 });
    const done = await cli(source, 'move', source.workspaceId, '--receipt', receipt);
    expect(done.code, done.said).toBe(0);
    ({ release } = done.result);
    expect(done.result).toMatchObject({ moved_to: ADDRESS, set_up_anew: packed.set_up_anew });
    expect((await cli(source, 'move', source.workspaceId, '--receipt', receipt)).result.release).toBe(release);
    for (const args of [
      ['move', source.workspaceId, '--abort'],
      ['unfreeze', source.workspaceId],
    ])
      expect((await cli(source, ...args)).code).toBe(1);
  });

  it('is led to by every route, for reads and changes, in every process', async () => {
    const otherwise: string[] = [];
    await eventually(async () => expect((await beside.client.get(DOCUMENTS)).status).toBe(308));
    for (const [route, request] of requests) {
      const { status, headers, text } = await request.send(source.client);
      const location = headers.get('location') ?? '';
      if (status !== 308 || !location.startsWith(`${ADDRESS}/`))
        otherwise.push(`${nameOf(route)} ${status} ${location} ${text.slice(0, 200)}`);
    }
    expect(requests.length).toBeGreaterThan(300);
    expect(otherwise).toEqual([]);
    for (const client of [source.client, beside.client, at(source, app), key]) {
      const answer = await client.get(`${DOCUMENTS}?limit=1&q=a%20b%3F`);
      expect([answer.status, answer.headers.get('location')]).toEqual([
        308,
        `${ADDRESS}${DOCUMENTS}?limit=1&q=a%20b%3F`,
      ]);
      expect((await client.post(DOCUMENTS, { title: 'A' })).body.error.code).toBe('WORKSPACE_MOVED');
    }
  });

  it('is led to from pages, feeds and sign-ins as well', async () => {
    const answer = await renew(source);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `${ADDRESS}/oauth/token`]);
    // The app of somebody who is not signed in here.
    const asked = await new Browser(source.base, { Accept: 'text/html' }, false).get(
      authorizePath(registered, newProof()),
    );
    expect([asked.status, asked.headers.get('location')]).toEqual([
      308,
      expect.stringMatching(new RegExp(`^${ADDRESS}/oauth/authorize\\?.*client_id=${registered.client_id}`)),
    ]);
    const account = await browser.get('/account');
    expect([account.status, account.headers.get('location')]).toEqual([308, `${ADDRESS}/account`]);
    const visit = await new Browser(source.base, {}, false).submit(`/sign-in?workspace=${source.workspaceId}`, {
      email,
      password: PASSWORD,
    });
    expect([visit.status, visit.headers.get('location')]).toEqual([308, expect.stringContaining(`${ADDRESS}/sign-in`)]);
    const board = await fetch(`${source.base}/careers/${source.workspaceId}`, { redirect: 'manual' });
    expect([board.status, board.headers.get('location')]).toEqual([308, `${ADDRESS}/careers/${source.workspaceId}`]);
  });

  it('is led to the address of the operator, whatever a request says', async () => {
    const headers = [`X-API-Key: ${source.client.key}`, 'Host: evil.example.com', 'X-Forwarded-Host: evil.example.com'];
    for (const path of [
      `//evil.example.com/..${DOCUMENTS}`,
      DOCUMENTS,
      `http://evil.example.com${DOCUMENTS}`,
      `${DOCUMENTS}?next=//evil.example.com`,
    ]) {
      const head = await sendRaw(source, `GET ${path} HTTP/1.1`, headers);
      const location = /^location: (.*)$/im.exec(head)?.[1];
      if (location !== undefined) expect(new URL(location).host, path).toBe('b.example.com');
    }
    // Nobody learns of the move without a credential, and nobody else is led away.
    expect((await new Client(source.base, `${source.client.key!.slice(0, -4)}AAAA`).get(DOCUMENTS)).status).toBe(401);
    expect((await other.get(DOCUMENTS)).status).toBe(200);
    expect((await other.post(DOCUMENTS, { title: 'A' })).status).toBe(201);
    // Operators see where it is now.
    const { body } = await other.get('/v1/operations/usage');
    const moved = body.data.map(({ workspace_id, moved_to }: any) => [workspace_id, moved_to]);
    expect(moved).toContainEqual([source.workspaceId, ADDRESS]);
    expect(moved.filter(([, to]: any) => to === null).length).toBeGreaterThan(0);
  });

  it.each([
    'http://evil.example.com/v1',
    '.evil.example.com/v1',
    '@evil.example.com',
    '//evil.example.com',
    '/\\evil.example.com',
  ])('keeps the host of the operator for %s', (requested) => {
    for (const base of ['https://b.example.com', ADDRESS])
      expect(new URL(addressAt(base, requested)).host).toBe('b.example.com');
    expect(addressAt('https://b.example.com', '/v1/a?b=?c')).toBe('https://b.example.com/v1/a?b=?c');
  });

  it('has nothing sent from its source any more, and nothing written into its trail', async () => {
    const before = await rows(source, 'select sequence, hash from audit_chains where workspace_id = $1', [
      source.workspaceId,
    ]);
    source.clock.advance(86_400);
    expect(await source.app.get(SendingRepository).due()).toEqual([]);
    expect(received().filter((id) => pending.includes(id)).length).toBe(1);
    expect(
      await rows(source, 'select sequence, hash from audit_chains where workspace_id = $1', [source.workspaceId]),
    ).toEqual(before);
    source.clock.advance(-86_400);
  });

  it('opens at the target with the release, and goes on there', async () => {
    const [head] = await rows(source, 'select sequence, hash from audit_chains where workspace_id = $1', [
      source.workspaceId,
    ]);
    receiver.answering = () => 200;
    const done = await cli(target, 'open', source.workspaceId, '--release', release);
    expect(done.code, done.said).toBe(0);
    const there = at(target, source.client);
    await eventually(async () => expect((await there.post(DOCUMENTS, { title: 'It goes on' })).status).toBe(201));
    // The pending delivery comes once, and the delivered one does not come again.
    target.clock.advance(3_600);
    await eventually(() => expect(received().filter((id) => id === pending[0])).toHaveLength(2));
    await receiver.received(4);
    expect(received().filter((id) => id === received()[0])).toHaveLength(1);
    const again = await there.post(DOCUMENTS, { title: 'Delivered' }, once);
    expect([again.headers.get('idempotency-replayed'), again.body.id]).toEqual(['true', first.body.id]);
    await eventually(async () => {
      const sql = `select count(*)::int as n, count(distinct sequence)::int as numbers, max(sequence)::int as last,
        count(*) filter (where position > 0)::int as own from events where workspace_id = $1`;
      const [events] = await rows(target, sql, [source.workspaceId]);
      expect(events).toMatchObject({ n: events!.numbers, last: events!.numbers });
      expect(events!.own).toBeGreaterThan(0);
    });
    await eventually(async () => {
      const { body } = await there.get('/v1/guard/audit-logs/verify');
      expect(body).toMatchObject({ valid: true, unsealed: 0 });
      expect(body.head.sequence).toBeGreaterThan(Number(head!.sequence));
    });
    const opened = (await there.get('/v1/guard/audit-logs?action=access.workspace.unfrozen')).body.data;
    expect(opened[0].changes).toEqual({ address: { from: null, to: ADDRESS } });
  });

  it('has its apps, sign-ins and codes there', async () => {
    expect((await at(target, key).get(DOCUMENTS)).status).toBe(200);
    const tokens = await renew(target);
    expect(tokens.status).toBe(200);
    expect((await new Client(target.base, tokens.body.access_token).get(DOCUMENTS)).status).toBe(200);
    const person = new Browser(target.base, { Accept: 'text/html' }, false);
    const asked = await person.submit(`/sign-in?workspace=${source.workspaceId}`, { email, password: PASSWORD });
    expect(asked.status).toBe(200);
    const entered = await person.fill(asked, { code: new Authenticator(target, authenticator.secret).code() });
    expect([entered.status, Object.keys(cookiesOf(person)).length]).toEqual([303, expect.any(Number)]);
    const [mail] = await rows(
      target,
      'select message from mails where workspace_id = $1 order by created_at desc limit 1',
      [source.workspaceId],
    );
    expect(target.app.get(Secrets).decrypt(mail!.message as string)).toContain('A secret line');
  });

  it('gives nobody the rights of an operator there', async () => {
    expect((await at(target, source.client).get('/v1/operations/usage')).status).toBe(403);
    expect(await rows(target, 'select from users where workspace_id = $1 and operator', [source.workspaceId])).toEqual(
      [],
    );
  });

  it('comes to the target once', async () => {
    expect((await cli(target, 'receive', file)).said).toContain('This move has come to its end here');
    expect((await cli(target, 'open', source.workspaceId, '--release', release)).said).toContain('or is open');
    expect((await cli(target, 'discard', source.workspaceId)).said).toContain('Only a workspace that has moved away');
  });

  it('is led to for 30 days, and its data stays until the operator discards it', async () => {
    source.clock.advance(29 * 86_400);
    expect((await source.client.get(DOCUMENTS)).status).toBe(308);
    source.clock.advance(2 * 86_400);
    for (const answer of [await source.client.get(DOCUMENTS), await source.client.post(DOCUMENTS, { title: 'A' })])
      expect([answer.status, answer.body.error.code]).toEqual([403, 'WORKSPACE_MOVED']);
    source.clock.advance(-31 * 86_400);
    const keys = await rows(source, `select blob_key from files where workspace_id = $1`, [source.workspaceId]);
    expect(keys.length).toBeGreaterThan(0);
    const done = await cli(source, 'discard', source.workspaceId);
    expect(done.code, done.said).toBe(0);
    for (const { table } of await source.app.get(ArchivedTables).all())
      if (table !== 'unclaimed_blobs' && table !== 'workspace_moves')
        expect(
          await rows(source, `select from "${table}" where workspace_id = $1`, [source.workspaceId]),
          table,
        ).toEqual([]);
    const scheduled = (await rows(source, 'select key from unclaimed_blobs')).map(({ key: each }) => each);
    expect(scheduled).toEqual(expect.arrayContaining(keys.map(({ blob_key }) => blob_key)));
    expect((await other.get(DOCUMENTS)).status).toBe(200);
  });
});
