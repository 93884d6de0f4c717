import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { postCall, toolAnswer } from '../../../test/support/mcp.js';
import { BEHIND_PROXY, browserOf, refresh, registerClient, tokensOf } from '../../../test/support/oauth.js';
import { makeUser, PASSWORD } from '../../../test/support/people.js';
import { TestReceiver } from '../../../test/support/receiver.js';
import { recordingLogger } from '../../../test/support/recording-logger.js';
import { nameOf, type Prepared, prepare } from '../../../test/support/samples.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Browser } from '../../../test/support/browser.js';
import { workspaceCommands } from '../../access/index.js';
import { AppModule } from '../../app.module.js';
import { AuditTrail } from '../../platform/audit/audit-trail.js';
import { runCommandLine } from '../../platform/cli/command-line.js';
import { Database } from '../../platform/database/database.js';
import { asSystem, contextIfAny } from '../../platform/context/request-context.js';
import { Notifications } from '../../platform/database/notifications.js';
import { Freezes } from '../../platform/database/freezes.js';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { type Route, Routes } from '../../platform/request/routes.js';
import { DueWork } from '../../project/due-work/due-work.js';
import { SendingRepository } from '../../webhooks/sending/sending.repository.js';
import { archiveCommands } from '../archives/archives.cli.js';
import { freezeCommands } from './freezes.cli.js';
import { WorkspaceFreezes } from './freezes.service.js';

const DOCUMENTS = '/v1/office/documents';
const FROZEN = { status: 503, body: { error: { code: 'WORKSPACE_FROZEN' } } };

/** Two processes of a deployment with two workspaces. */
let suite: TestApp;
let beside: TestApp;
let other: Client;
const { logger, lines } = recordingLogger();

beforeAll(async () => {
  suite = await startTestApp(BEHIND_PROXY, { logger });
  beside = await startTestApp({ ROLE: 'api' }, { beside: suite, logger });
  other = (await suite.workspace('Other', { operator: true })).client;
});
afterAll(async () => {
  await beside?.close();
  await suite?.close();
});

const freeze = (seconds = 60) => suite.app.get(WorkspaceFreezes).freeze(suite.workspaceId, seconds);
const unfreeze = () => suite.app.get(WorkspaceFreezes).unfreeze(suite.workspaceId);
const rows = async (sql: string, values: unknown[] = []) => (await suite.database.execute(sql, values)).rows;

const cli = (...args: string[]) => cliOf(suite, ...args);

async function cliOf({ settings: { DATABASE_URL, SECRETS_KEY, DATA_DIR } }: TestApp, ...args: string[]) {
  let said = '';
  const say = (text: string) => void (said += text);
  const code = await runCommandLine([...args, '--json'], {
    env: { DATABASE_URL, SECRETS_KEY, DATA_DIR },
    commands: [workspaceCommands, freezeCommands, archiveCommands],
    application: (settings) => AppModule.with(settings),
    out: say,
    err: say,
  });
  return { code, said };
}

/** Tables that note the use of a credential, and bytes that belong to nothing. */
const USED_ANYWAY = /^(api_keys|access_tokens|sessions|unclaimed_blobs)$/;

/** The rows of the workspace in each table, and the last transaction that wrote one of them. */
async function written() {
  const tables = await rows(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const states = tables.map(({ name }) => {
    const last = USED_ANYWAY.test(name) ? '0' : 'coalesce(max(xmin::text::bigint), 0)';
    return `select '${name}' as name, count(*) || ' ' || ${last} as state from "${name}" where workspace_id = $1`;
  });
  const found = await rows(states.join(' union all '), [suite.workspaceId]);
  return Object.fromEntries(found.map(({ name, state }) => [name as string, state as string]));
}

/** Reads that leave an entry in the trail, and so wait: nothing is taken out of a workspace without one. */
const AUDITED = [
  'GET /v1/office/files/:id/download',
  'GET /v1/office/sheets/:id/export',
  'GET /v1/sales/contacts/export',
  'GET /v1/sales/deals/export',
  'GET /v1/guard/audit-logs/verify',
];

/** They end with their client. */
const STREAMS = /\/stream$/;

/** Routes that write nothing, although they are asked by POST. */
const READS = [
  'POST /mcp',
  'POST /v1/batch',
  'POST /v1/access/identity-providers/:id/test',
  'POST /v1/access/identity-providers/:id/verify-domain',
  'POST /v1/access/scim/v2/Groups/.search',
  'POST /v1/access/scim/v2/Users/.search',
  'POST /v1/guard/alert-rules/:id/test',
  'POST /v1/guard/policies/:id/evaluate',
  'POST /v1/guard/policies/simulate',
  'POST /v1/guard/reviews/:id/preview',
];

describe('a workspace that is frozen', () => {
  const requests: [Route, Prepared][] = [];
  const reads: [Route, Prepared][] = [];
  let document: string;
  let viewer: Client;
  let token: () => Promise<{ status: number; body: any; headers: Headers }>;
  let email: string;
  let receiver: TestReceiver;
  let seen: string[];
  const received = () => receiver.requests.map(({ json }) => json.id as string);

  afterAll(unfreeze);

  it('is changed by no route, and each that would says so', { timeout: 300_000 }, async () => {
    receiver = await TestReceiver.start(() => 500);
    await suite.client.post('/v1/webhooks', { url: receiver.url, events: ['office.document.created'] });
    document = (await suite.client.post(DOCUMENTS, { title: 'Plan' })).body.id;
    await expect.poll(received).not.toEqual([]);
    viewer = await suite.withScopes('office:read');
    const app = await registerClient(suite);
    const user = await makeUser(suite, { roles: ['office:editor'] });
    email = user.email;
    const tokens = await tokensOf(suite, app, await browserOf(suite, user));
    token = () => refresh(suite, app, tokens.refresh_token);
    for (const route of suite.app.get(Routes).all) {
      if (route.writes) requests.push([route, await prepare(route, suite.client)]);
      else if (route.endpoint && !STREAMS.test(route.path)) reads.push([route, await prepare(route, suite.client)]);
    }
    await freeze();
    seen = received();
    const before = await written();
    const otherwise: string[] = [];
    for (const [route, request] of requests) {
      const { status, text, headers } = await request.send(suite.client);
      const isRefused =
        status === 503 && text.includes('The workspace is frozen') && headers.get('retry-after') === '5';
      if (isRefused === READS.includes(nameOf(route)))
        otherwise.push(`${nameOf(route)} ${status} ${text.slice(0, 200)}`);
    }
    expect(otherwise).toEqual([]);
    expect(await written()).toEqual(before);
  });

  it('refuses in every process, and in batches and tools', async () => {
    expect(await beside.client.post(DOCUMENTS, { title: 'A' })).toMatchObject(FROZEN);
    const operations = [{ method: 'POST', path: DOCUMENTS, body: { title: 'A' } }];
    expect(await suite.client.post('/v1/batch', { operations })).toMatchObject({ status: 503 });
    const { body } = await suite.client.post('/v1/batch', { operations, atomic: false });
    expect(body.results).toMatchObject([FROZEN]);
    const call = await postCall(suite.client, 'create', { type: 'office.document', fields: { title: 'A' } });
    expect(toolAnswer(call.body.result)).toMatchObject({ isError: true, text: expect.stringContaining('frozen') });
  });

  it('is read as before, and other workspaces notice nothing', async () => {
    for (const process of [suite, beside]) {
      const { body } = await process.client.get(`${DOCUMENTS}?limit=100`);
      expect(body.data).toContainEqual(expect.objectContaining({ id: document }));
      expect((await process.client.get(`${DOCUMENTS}/${document}`)).status).toBe(200);
    }
    expect((await suite.client.get('/v1/office/documents?q=plan')).status).toBe(200);
    expect(reads.length).toBeGreaterThan(100);
    const otherwise: string[] = [];
    for (const [route, request] of reads) {
      const { status, text } = await request.send(suite.client);
      if (AUDITED.includes(nameOf(route)) ? status !== 503 : status >= 400)
        otherwise.push(`${nameOf(route)} ${status} ${text.slice(0, 200)}`);
    }
    expect(otherwise).toEqual([]);
    expect((await other.post(DOCUMENTS, { title: 'A' })).status).toBe(201);
    const { body } = await other.get('/v1/operations/usage');
    const frozen = body.data.map(({ workspace_id, frozen_at }: any) => [workspace_id, frozen_at !== null]);
    expect(Object.fromEntries(frozen)).toEqual({
      [suite.workspaceId]: true,
      [body.data.find((each: any) => each.workspace_id !== suite.workspaceId).workspace_id]: false,
    });
  });

  it('lets nobody sign in, and renews no token', async () => {
    const before = await written();
    const answer = await token();
    expect(answer).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
    const visit = await new Browser(suite.base).submit(`/sign-in?workspace=${suite.workspaceId}`, {
      email,
      password: PASSWORD,
    });
    expect(visit.status).toBe(503);
    expect(await written()).toEqual(before);
  });

  it('has a line in the log for each refusal, and no entry', async () => {
    const before = await written();
    expect((await viewer.post(DOCUMENTS, { title: 'A' })).status).toBe(403);
    expect((await viewer.get('/v1/sales/deals')).status).toBe(403);
    expect(await written()).toEqual(before);
    expect(lines.filter(([, text]) => text.includes('Refused while the workspace is frozen'))).toHaveLength(2);
  });

  it('takes no entry of the system either', async () => {
    const note = () =>
      suite.app
        .get(AuditTrail)
        .note({ action: 'a.b', resource_type: 'a', resource_id: null, outcome: 'success', changes: null });
    await expect(asSystem(suite.workspaceId, note)).rejects.toMatchObject({ code: 'WORKSPACE_FROZEN' });
  });

  it('is sent no delivery, also of what is due', async () => {
    await rows('update webhook_deliveries set next_attempt_at = $1 where next_attempt_at is not null', [
      suite.clock.iso(),
    ]);
    const sending = suite.app.get(SendingRepository);
    expect(await sending.due()).toEqual([]);
    const [{ workspace_id, id }] = (await rows(
      'select workspace_id, id from webhooks order by created_at limit 1',
    )) as any;
    expect(await sending.claim({ workspace_id, webhook_id: id }, 'a lease', 10)).toBeNull();
    expect(received()).toEqual(seen);
    receiver.answering = () => 200;
  });

  it('goes on where it stopped once it is unfrozen', async () => {
    await unfreeze();
    await eventually(async () => expect((await beside.client.post(DOCUMENTS, { title: 'B' })).status).toBe(201));
    await eventually(async () => expect(await token()).toMatchObject({ status: 200 }));
    await expect.poll(() => received().filter((id) => id === seen[0]).length).toBeGreaterThan(1);
    const actions = await rows(
      `select action from audit_entries where workspace_id = $1 and action like 'access.workspace.%frozen' order by timestamp`,
      [suite.workspaceId],
    );
    expect(actions.map(({ action }) => action)).toEqual(['access.workspace.frozen', 'access.workspace.unfrozen']);
  });
});

/** Background statements over all workspaces that need not leave frozen ones out: their first word and their tables. */
const OVER_ALL = new RegExp(
  `^(${[
    // Removes what has expired.
    'delete \\w+',
    'update oauth_artifacts',
    'update unclaimed_blobs',
    // When a credential was used. The settings say how long a session lives on.
    'update (api_keys|sessions|access_settings)',
    // Seals entries of before, and asks what a month that is dropped would take along.
    '(with|select) audit_(chains|entries|purges|seals|unsealed)',
    'select (guard_exports|webhook_deliveries)',
    // The relay, and the conditions of listeners.
    '(with|select) (events|event_sequences|outbox|webhooks|webhook_pauses)',
    'select workspace_settings',
  ].join('|')})$`,
);

/** Statements of no workspace that do not look at `workspace_freezes`: their first word, with the tables of workspaces that they name. */
function watchStatements(tables: string[]): () => Set<string> {
  const seen = new Set<string>();
  const run = vi.spyOn(suite.database, 'run').mockImplementation(function (this: Database, ...args) {
    const text = args[1].trim();
    if (!contextIfAny()?.workspaceId && !/workspace_id = \$|workspace_freezes/.test(text))
      for (const [, table] of text.matchAll(/(?:from|update|into|join) (\w+)/g))
        if (tables.includes(table!)) seen.add(`${/^\w+/.exec(text)![0]} ${table}`);
    return Database.prototype.run.apply(this, args);
  });
  return () => {
    run.mockRestore();
    return seen;
  };
}

it('has no background work begun, which keeps nobody else from theirs', { timeout: 120_000 }, async () => {
  await freeze();
  onTestFinished(async () => void (await unfreeze()));
  // Entries of the frozen workspace expire before those of others, so they would be removed one by one.
  expect((await other.patch('/v1/guard/settings', { audit_retention_days: 3_650 })).status).toBe(200);
  const kept = (await other.post(DOCUMENTS, { title: 'Old' })).body.id;
  await other.delete(`${DOCUMENTS}/${kept}`);
  const before = await written();
  // Everything is due: retries, timers, the trash, retention, checkpoints.
  suite.clock.advance(400 * 86_400);
  onTestFinished(() => suite.clock.advance(-400 * 86_400));
  const maintenance = suite.app.get(Maintenance);
  const told = lines.length;
  const asked = watchStatements(Object.keys(before));
  for (const { name } of maintenance.tasks) await maintenance.run(name);
  // A job that was made before.
  await suite.app.get(DueWork).run('due-reminders', { workspace_id: suite.workspaceId, id: suite.ownerId });
  // New work over all workspaces says that it leaves frozen ones out, or stands above.
  expect([...asked()].filter((each) => !OVER_ALL.test(each))).toEqual([]);
  // Nothing was tried in vain.
  expect(lines.slice(told).filter(([, text]) => text.includes('frozen'))).toEqual([]);
  const after = await written();
  for (const [table, state] of Object.entries(after)) {
    // Blobs that were announced and belong to no record go, wherever the workspace is.
    if (table !== 'unclaimed_blobs') expect.soft(state, table).toBe(before[table]);
  }
  expect(await rows('select id from documents where id = $1', [kept])).toEqual([]);
});

/** A freeze that this process is not told of. */
const freezeSilently = (still: boolean) =>
  rows('insert into workspace_freezes (workspace_id, frozen_at, still) values ($1, now(), $2)', [
    suite.workspaceId,
    still,
  ]);

describe('a freeze', () => {
  it('waits for transactions that began before, and is given up where they do not end', async () => {
    const early = await suite.database.connect();
    onTestFinished(() => early.release());
    await early.query('begin');
    await early.query(`update users set display_name = display_name where workspace_id = $1`, [suite.workspaceId]);
    await expect(freeze(4)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('transactions') });
    await early.query('rollback');
    await eventually(async () => expect((await suite.client.post(DOCUMENTS, { title: 'A' })).status).toBe(201));
    expect(await rows('select 1 from workspace_freezes')).toEqual([]);
  });

  it('waits for work that a worker has in its hands', async () => {
    const lease = `insert into mails (workspace_id, id, message, attempts, next_attempt_at, created_at)
      values ($1, 'mail_1', 'x', 1, $2, $3)`;
    await rows(lease, [suite.workspaceId, suite.clock.iso(29), suite.clock.iso()]);
    await expect(freeze(5)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('mail') });
    await rows(`delete from mails where id = 'mail_1'`);
  });

  it('that was killed refuses changes until it is repeated, or the workspace is unfrozen', async () => {
    await freezeSilently(false);
    onTestFinished(async () => void (await unfreeze()));
    expect(await suite.client.post(DOCUMENTS, { title: 'A' })).toMatchObject(FROZEN);
    const { code, said } = await cli('workspace', 'freeze', suite.workspaceId);
    expect([code, JSON.parse(said)]).toEqual([
      0,
      { workspace_id: suite.workspaceId, frozen_at: expect.stringMatching(/^20.*Z$/) },
    ]);
    expect(await rows('select still from workspace_freezes')).toEqual([{ still: true }]);
    expect((await cli('workspace', 'unfreeze', suite.workspaceId)).code).toBe(0);
    await eventually(async () => expect((await suite.client.post(DOCUMENTS, { title: 'A' })).status).toBe(201));
  });

  it('holds in a process that was not told of it, as far as the trail is concerned', async () => {
    await freezeSilently(false);
    onTestFinished(async () => void (await unfreeze()));
    expect(await suite.client.post(DOCUMENTS, { title: 'A' })).toMatchObject(FROZEN);
    // Changes of several workspaces share a statement.
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? other : suite.client).post(DOCUMENTS, { title: `${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([503, 201, 503, 201, 503, 201, 503, 201]);
    await unfreeze();
  });

  it('is found by a process whose notifications were interrupted', async () => {
    await freezeSilently(false);
    onTestFinished(async () => void (await unfreeze()));
    const refused = async () => suite.app.get(Freezes).refuse(suite.workspaceId);
    const listening = async () => {
      const sql = `select pid from pg_stat_activity
        where datname = current_database() and application_name = 'workspace-suite notifications'`;
      return (await rows(sql)).map(({ pid }) => pid as number);
    };
    const before = await listening();
    await rows('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [before]);
    await eventually(async () =>
      expect((await listening()).filter((pid) => !before.includes(pid))).toHaveLength(before.length),
    );
    await eventually(() => expect(suite.app.get(Notifications).live).toBe(true));
    await expect(refused()).rejects.toMatchObject({ code: 'WORKSPACE_FROZEN' });
    await unfreeze();
  });

  it('lets an archive take the workspace to another deployment, where its chain goes on', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'suite-freeze-'));
    const target = await startTestApp({ ROLE: 'worker' });
    onTestFinished(async () => {
      await target.close();
      rmSync(directory, { recursive: true });
    });
    const head = async ({ database }: TestApp) => {
      const sql = 'select sequence, hash from audit_chains where workspace_id = $1';
      return (await database.execute(sql, [suite.workspaceId])).rows[0]!;
    };
    await freeze();
    const end = await head(suite);
    const file = join(directory, 'workspace.zip');
    const exported = await cliOf(suite, 'workspace', 'export', '--workspace', suite.workspaceId, '--out', file);
    expect([exported.code, exported.said]).toEqual([0, expect.stringContaining('workspace.zip')]);
    const imported = await cliOf(target, 'workspace', 'import', file);
    expect(imported.code, imported.said).toBe(0);
    // It is open there: the import is its next entry, and here there is none.
    await eventually(async () => expect((await head(target)).sequence).toBe(end.sequence + 1));
    expect(await head(suite)).toEqual(end);
    expect((await target.database.execute('select 1 from workspace_freezes')).rows).toEqual([]);
    expect(await suite.client.post(DOCUMENTS, { title: 'A' })).toMatchObject(FROZEN);
    await unfreeze();
  });

  it('of an unknown workspace is refused, and what is open is left as it is', async () => {
    const unknown = await cli('workspace', 'freeze', 'ws_01jz8k3m5n7p9q1r3s5t7v9w1x');
    expect([unknown.code, unknown.said]).toEqual([1, expect.stringContaining('There is no workspace')]);
    expect((await cli('workspace', 'freeze', suite.workspaceId, '--wait', 'long')).said).toContain('wait');
    expect(await unfreeze()).toEqual({ workspace_id: suite.workspaceId, frozen_at: null });
  });
});
