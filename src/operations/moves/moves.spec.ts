import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Browser, cookiesOf } from '../../../test/support/browser.js';
import { eventually } from '../../../test/support/eventually.js';
import { Authenticator, withTotp } from '../../../test/support/factors.js';
import {
  authorizePath,
  BEHIND_PROXY,
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
import { workspaceCommands } from '../../access/index.js';
import { AppModule } from '../../app.module.js';
import { TrailArchive } from '../../guard/index.js';
import { runCommandLine } from '../../platform/cli/command-line.js';
import { asSystem } from '../../platform/context/request-context.js';
import { Mail } from '../../platform/mail/mail.js';
import { addressAt } from '../../platform/request/error-answers.js';
import { type Route, Routes } from '../../platform/request/routes.js';
import { Secrets } from '../../platform/security/secrets.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import { unzip } from '../../platform/zip/read.js';
import { zip } from '../../platform/zip/write.js';
import { ArchiveImport } from '../archives/archive-import.js';
import { archiveCommands } from '../archives/archives.cli.js';
import type { Manifest } from '../archives/manifest.js';
import { type ArchivedTable, WorkspaceTables } from '../archives/workspace-tables.repository.js';
import { freezeCommands } from '../freezes/freezes.cli.js';
import { SendingRepository } from '../../webhooks/sending/sending.repository.js';
import { WorkspaceFreezes } from '../freezes/freezes.service.js';
import { MoveRepository } from './move.repository.js';
import { moveCommands } from './moves.cli.js';
import { WorkspaceMoves } from './moves.service.js';

const DOCUMENTS = '/v1/office/documents';
const FROZEN = { status: 503, body: { error: { code: 'WORKSPACE_FROZEN' } } };
/** The public address of the target, as the operator types it. */
const ADDRESS = 'https://b.example.com/suite';

const directory = mkdtempSync(join(tmpdir(), 'suite-moves-'));
const file = join(directory, 'workspace.zip');

/** Two deployments; the first one with two processes and two workspaces. */
let source: TestApp;
let beside: TestApp;
let target: TestApp;
let other: Client;

beforeAll(async () => {
  source = await startTestApp({ ...BEHIND_PROXY, SECRETS_KEY: 'the secret of the source, long enough' });
  beside = await startTestApp({ ROLE: 'api', SECRETS_KEY: source.settings.SECRETS_KEY! }, { beside: source });
  target = await startTestApp({ ...BEHIND_PROXY, SECRETS_KEY: 'the secret of the target, long enough' });
  other = (await source.workspace('Other', { operator: true })).client;
});
afterAll(async () => {
  await beside?.close();
  await Promise.all([source?.close(), target?.close()]);
  rmSync(directory, { recursive: true });
});

async function cli({ settings: { DATABASE_URL, SECRETS_KEY, DATA_DIR } }: TestApp, ...args: string[]) {
  let said = '';
  const say = (text: string) => void (said += text);
  const code = await runCommandLine(['workspace', ...args, '--json'], {
    env: { DATABASE_URL, SECRETS_KEY, DATA_DIR },
    commands: [workspaceCommands, freezeCommands, archiveCommands, moveCommands],
    application: (settings) => AppModule.with(settings),
    out: say,
    err: say,
  });
  return { code, said, result: code === 0 ? JSON.parse(said) : null };
}

const rows = async ({ database }: TestApp, sql: string, values: unknown[] = []) =>
  (await database.execute(sql, values)).rows;
const movesOf = ({ app }: TestApp) => app.get(WorkspaceMoves);
/** Why something is refused. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'It is not refused.',
    (error: Error) => error.message,
  );
const at = (app: TestApp, { key }: Client) => new Client(app.base, key);

/** Columns that say when a credential was used, which is noted while a workspace is frozen. */
const USES = ['last_used_at', 'last_used_ip', 'last_active_at', 'used_at'];

/** The rows of a workspace in a table, with the bytes of files in the place of their keys, and secrets as they are. */
async function rowsOf(app: TestApp, workspaceId: string, { table, columns, order, blob }: ArchivedTable) {
  const list = columns.map((name) => `"${name}"`).join();
  const found = await rows(
    app,
    `select to_jsonb(found) as row from (select ${list} from "${table}" where workspace_id = $1
      ${order.length ? `order by ${order.map((name) => `"${name}"`).join()}` : ''}) found`,
    [workspaceId],
  );
  const store = app.app.get(BlobStore);
  const secrets = app.app.get(Secrets);
  const digest = async (key: string) => {
    const hash = createHash('sha256');
    for await (const piece of await store.read(key)) hash.update(piece);
    return hash.digest('hex');
  };
  return Promise.all(
    found.map(async ({ row }: any) => {
      for (const name of USES) delete row[name];
      for (const [name, value] of Object.entries(row))
        if (typeof value === 'string' && value.startsWith('v2.')) row[name] = secrets.decrypt(value);
      if (typeof row[blob!] === 'string') row[blob!] = await digest(row[blob!]);
      else if (row[blob!]) row[blob!].blobs = await Promise.all(row[blob!].blobs.map(digest));
      return row;
    }),
  );
}

/** The archive after somebody has changed it, who can sign as the source does. */
async function forged(change: (name: string, text: string) => string): Promise<string> {
  const entries = async function* () {
    const sums = new Map<string, { bytes: number; sha256: string }>();
    for await (const { name, content } of unzip(file)) {
      const pieces: Buffer[] = [];
      for await (const piece of await content()) pieces.push(piece);
      let text = change(name, Buffer.concat(pieces).toString('latin1'));
      if (name === 'manifest.json') {
        const { signed_by: _, signature: __, ...body } = JSON.parse(Buffer.from(text, 'latin1').toString()) as Manifest;
        for (const part of body.parts) Object.assign(part, sums.get(part.name));
        text = Buffer.from(JSON.stringify(await source.app.get(TrailArchive).sign(body))).toString('latin1');
      }
      const bytes = Buffer.from(text, 'latin1');
      sums.set(name, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
      const one = async function* () {
        yield bytes;
      };
      yield { name, deflated: false, content: one() };
    }
  };
  const pieces: Buffer[] = [];
  for await (const piece of zip(entries())) pieces.push(piece);
  const path = join(directory, 'forged.zip');
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}

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
          .send({ to: 'ada@example.com', subject: 'Later', letter: { lines: ['A secret line'] } }, later),
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
    const tables = await source.app.get(WorkspaceTables).archived(true);
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
    const renamed = await forged((name, text) =>
      name === 'records/access.user.jsonl' ? text.replace('"display_name":"Ada"', '"display_name":"Eve"') : text,
    );
    expect(await refusal(movesOf(target).receive(renamed))).toContain('Somebody changed it on its way');
    const opened = await forged((name, text) =>
      name === 'manifest.json' ? text.replace(/"release_sha256": "../, '"release_sha256": "00') : text,
    );
    expect(await refusal(movesOf(target).receive(opened))).toContain('Somebody changed it on its way');
    const copy = join(directory, 'copy.zip');
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
    const tables = await source.app.get(WorkspaceTables).archived(true);
    let filled = 0;
    for (const table of tables) {
      const theirs = await rowsOf(target, source.workspaceId, table);
      expect(theirs, table.table).toEqual(await rowsOf(source, source.workspaceId, table));
      if (theirs.length) filled++;
    }
    expect(filled).toBeGreaterThan(tables.length * 0.7);
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
    for (const { table } of await source.app.get(WorkspaceTables).all())
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

describe('a move that is broken off', () => {
  const small = join(directory, 'small.zip');
  let id: string;
  let client: Client;
  let document: string;

  beforeAll(async () => {
    ({ id, client } = await source.workspace('Small'));
    document = (await client.post(DOCUMENTS, { title: 'Kept' })).body.id;
  });

  const pack = (out = small) =>
    movesOf(source).pack(id, { to: ADDRESS, key: movesOf(target).transferKey, out, wait: 60 });
  /** Dies in the middle of the next call of a method, after which nothing of the command runs. */
  const killedIn = async (owner: object, method: string, work: () => Promise<unknown>) => {
    const died = new Error('killed');
    const spy = vi.spyOn(owner as any, method).mockImplementation(() => Promise.reject(died));
    expect(await refusal(work())).toBe('killed');
    spy.mockRestore();
  };
  let changes = 0;
  /** Which of the two deployments take changes. */
  const taking = async () => {
    changes++;
    const answers = await Promise.all(
      [source, target].map((app) => at(app, client).patch(`${DOCUMENTS}/${document}`, { title: `Change ${changes}` })),
    );
    return answers.map(({ status }) => status === 200);
  };

  it('before its archive is whole is taken up again, or aborted', async () => {
    // After the freeze.
    await killedIn(source.app.get(MoveRepository), 'leave', () => pack());
    expect(await taking()).toEqual([false, false]);
    // After the move was noted: what would abort it is killed as well.
    const abort = vi.spyOn(movesOf(source), 'abort').mockImplementation(() => Promise.reject(new Error('killed')));
    await refusal(pack(join(directory, 'nowhere', 'small.zip')));
    abort.mockRestore();
    expect(await rows(source, 'select state from workspace_moves where workspace_id = $1', [id])).toEqual([
      { state: 'leaving' },
    ]);
    expect(await taking()).toEqual([false, false]);
    await movesOf(source).abort(id);
    await eventually(async () => expect(await taking()).toEqual([true, false]));
    // Where somebody opens it after the freeze, there is no move.
    const freeze = vi
      .spyOn(source.app.get(WorkspaceFreezes), 'freeze')
      .mockResolvedValue({ workspace_id: id, frozen_at: null });
    expect(await refusal(pack())).toContain('unfrozen meanwhile');
    freeze.mockRestore();
    expect(await taking()).toEqual([true, false]);
    // An archive that cannot be written takes the move back.
    expect(await refusal(pack(join(directory, 'nowhere', 'small.zip')))).toContain('out cannot be written');
    await eventually(async () => expect(await taking()).toEqual([true, false]));
  });

  it('with an archive that nobody opened goes back, and that archive opens nowhere', async () => {
    await pack();
    const { receipt } = await movesOf(target).receive(small);
    expect(await taking()).toEqual([false, false]);
    await movesOf(source).abort(id);
    await eventually(async () => expect(await taking()).toEqual([true, false]));
    expect(await refusal(movesOf(source).finish(id, receipt))).toContain('is not being moved from here');
    expect(await refusal(movesOf(target).open(id, receipt))).toContain('release is not the one');
    await movesOf(target).discard(id);
    expect(await rows(target, 'select from workspaces where id = $1', [id])).toEqual([]);
    rmSync(small);
  });

  it('while it is received leaves nothing there, and is received again', async () => {
    await pack();
    await killedIn(target.app.get(MoveRepository), 'arrive', () => movesOf(target).receive(small));
    expect(await rows(target, 'select from workspaces where id = $1', [id])).toEqual([]);
    expect(await taking()).toEqual([false, false]);
    await movesOf(target).receive(small);
    expect(await taking()).toEqual([false, false]);
  });

  it('in the transaction of the tombstone is at its source, which can end or abort it', async () => {
    const { receipt } = await movesOf(target).receive(small);
    await killedIn(source.app.get(MoveRepository), 'bury', () => movesOf(source).finish(id, receipt));
    expect(await rows(source, `select moved_to from workspace_freezes where workspace_id = $1`, [id])).toEqual([
      { moved_to: null },
    ]);
    expect((await client.get(DOCUMENTS)).status).toBe(200);
    // Of an end and an abort at the same time, one is done.
    const outcomes = await Promise.allSettled([movesOf(source).finish(id, receipt), movesOf(source).abort(id)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    if (outcomes[1]!.status === 'fulfilled') {
      await eventually(async () => expect(await taking()).toEqual([true, false]));
      await movesOf(target).discard(id);
      rmSync(small);
      await pack();
      await movesOf(source).finish(id, (await movesOf(target).receive(small)).receipt);
    }
    await eventually(async () => expect((await client.get(DOCUMENTS)).status).toBe(308));
    expect(await taking()).toEqual([false, false]);
  });

  it('after the tombstone goes on to its end', async () => {
    const { receipt } = await movesOf(target).receive(small);
    const { release } = await movesOf(source).finish(id, receipt);
    await killedIn(target.app.get(MoveRepository), 'end', () => movesOf(target).open(id, release));
    expect(await taking()).toEqual([false, false]);
    await movesOf(target).open(id, release);
    await eventually(async () => expect(await taking()).toEqual([false, true]));
    expect((await at(target, client).get(`${DOCUMENTS}/${document}`)).body.title).toBe(`Change ${changes}`);
  });

  it('and was completed can be reversed by a move of its own, once the source has discarded its data', async () => {
    const back = join(directory, 'back.zip');
    const destination = { to: 'https://a.example.com', key: movesOf(source).transferKey, out: back, wait: 60 };
    await movesOf(target).pack(id, destination);
    expect(await refusal(movesOf(source).receive(back))).toContain('is not empty');
    await movesOf(source).discard(id);
    const { receipt } = await movesOf(source).receive(back);
    const { release } = await movesOf(target).finish(id, receipt);
    await movesOf(source).open(id, release);
    await eventually(async () => expect(await taking()).toEqual([true, false]));
    // The first archive opens nothing any more.
    expect(readFileSync(small).length).toBeGreaterThan(0);
    await movesOf(target).discard(id);
    expect(await refusal(movesOf(target).receive(small))).toContain('This move has come to its end here');
  });
});
