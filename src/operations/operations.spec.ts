import { WorkerHost } from '@nestjs/bullmq';
import { Injectable, Module } from '@nestjs/common';
import type { Job } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOf, BEHIND_PROXY, registerClient, tokensOf } from '../../test/support/oauth.js';
import { eventually } from '../../test/support/eventually.js';
import { makeUser } from '../../test/support/people.js';
import { type Client, startTestApp, type TestApp } from '../../test/support/test-app.js';
import { apiKeyCommands, userCommands } from '../access/index.js';
import { AppModule } from '../app.module.js';
import { runCommandLine } from '../platform/cli/command-line.js';
import { allScopes, Maintenance, QueueProcessor, Queues, QueuesModule, TaskRuns } from '../platform/index.js';

const QUEUES = '/v1/operations/queues';
const TASKS = '/v1/operations/tasks';
const QUEUE = 'spec-failing';
const FAILED = `${QUEUES}/${QUEUE}/failed`;

/** Whether the jobs and the task of this spec fail. */
let broken = true;
const work = () => {
  if (broken) throw new Error('550 no mailbox <ada@example.com>\nat smtp.example.com');
};

@QueueProcessor(QUEUE)
class FailingProcessor extends WorkerHost {
  async process(_: Job): Promise<void> {
    work();
  }
}

@Injectable()
class FailingTask {
  constructor(maintenance: Maintenance) {
    maintenance.add({
      name: 'spec.failing',
      description: 'Does what a spec wants.',
      every: 3_600_000,
      run: async () => work(),
    });
  }
}

@Module({ imports: [QueuesModule.queue(QUEUE)], providers: [FailingProcessor, FailingTask] })
class FailingModule {}

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp(BEHIND_PROXY, { modules: [FailingModule] });
  client = suite.client;
});
afterAll(() => suite.close());

const get = async (path: string) => (await client.get(path)).body;
const queue = async () => (await get(QUEUES)).data.find(({ name }: any) => name === QUEUE);
const task = async (name: string) => (await get(TASKS)).data.find((found: any) => found.name === name);
const trail = async (resource: string) =>
  (await get(`/v1/guard/audit-logs?resource_id=${resource}&outcome=success`)).data.map(({ action, actor }: any) => [
    action,
    actor.type,
  ]);

async function fail(...ids: string[]): Promise<void> {
  broken = true;
  const before = (await queue()).failed;
  for (const id of ids)
    await suite.app
      .get(Queues)
      .add(QUEUE, 'send', { workspace_id: suite.workspaceId, user_id: id, email: 'x@example.com' });
  await expect.poll(async () => (await queue()).failed).toBe(before + ids.length);
}

async function cli(...args: string[]) {
  const { DATABASE_URL, SECRETS_KEY } = suite.settings;
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine([...args, '--json'], {
    env: { DATABASE_URL, SECRETS_KEY },
    commands: [userCommands, apiKeyCommands],
    application: (settings) => AppModule.with(settings),
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  });
  expect({ code, err }).toEqual({ code: 0, err: [] });
  return JSON.parse(out.join('\n'));
}

describe('Queues', () => {
  it('are listed by name, with what is in them', async () => {
    const { data, meta } = await get(QUEUES);
    const names = data.map(({ name }: any) => name);
    expect(names).toEqual(names.toSorted());
    expect(names).toEqual(expect.arrayContaining(['mail', QUEUE]));
    expect(meta).toEqual({ total: names.length, next_cursor: null, has_more: false });
    expect(await queue()).toEqual({ name: QUEUE, waiting: 0, active: 0, delayed: 0, failed: 0, paused: false });
    const first = await get(`${QUEUES}?limit=1&sort=name:desc`);
    expect(first.data[0].name).toBe(names.at(-1));
    const second = await get(`${QUEUES}?limit=1&sort=name:desc&cursor=${first.meta.next_cursor}`);
    expect(second.data[0].name).toBe(names.at(-2));
  });

  it('say what failed, without what is personal, in pages that jobs come and go between', async () => {
    await fail('usr_1', 'usr_2', 'usr_3');
    const { data, meta } = await get(`${FAILED}?limit=2`);
    expect([meta.total, meta.has_more]).toEqual([3, true]);
    expect(data[0]).toEqual({
      id: expect.any(String),
      name: 'send',
      about: { workspace_id: suite.workspaceId, user_id: expect.stringMatching(/^usr_[123]$/) },
      error: '550 no mailbox <…@…>',
      attempts: 1,
      failed_at: expect.any(String),
    });
    await fail('usr_4');
    const rest = await get(`${FAILED}?limit=2&cursor=${meta.next_cursor}`);
    expect([rest.data.length, rest.meta.has_more]).toEqual([1, false]);
    const seen = [...data, ...rest.data].map(({ id }: any) => id);
    expect(new Set(seen).size).toBe(3);
    const oldest = await get(`${FAILED}?sort=failed_at:asc`);
    expect(oldest.data.map(({ id }: any) => id)).toEqual(
      (await get(FAILED)).data.map(({ id }: any) => id).toReversed(),
    );
    for (const cursor of ['x', meta.next_cursor.slice(1)])
      expect((await client.get(`${FAILED}?cursor=${cursor}`)).status).toBe(400);
    expect((await client.get(`${QUEUES}/mail/failed?cursor=${meta.next_cursor}`)).status).toBe(400);
  });

  it('let failed jobs wait again, some or all of them, and say who wanted that', async () => {
    const { data } = await get(FAILED);
    expect(data.length).toBe(4);
    const some = await client.post(`${FAILED}/retry`, { ids: [data[0].id, 'no such job'] });
    expect([some.status, some.body]).toEqual([202, { queue: QUEUE, retried: 1 }]);
    await expect.poll(async () => (await get(FAILED)).data[0].attempts).toBe(2);
    broken = false;
    expect((await client.post(`${FAILED}/retry`, {})).body).toEqual({ queue: QUEUE, retried: 4 });
    await expect.poll(async () => (await queue()).failed).toBe(0);
    expect((await client.post(`${FAILED}/retry`, {})).body).toEqual({ queue: QUEUE, retried: 0 });
    expect(await trail(QUEUE)).toEqual(Array.from({ length: 3 }, () => ['operations.queue.retried', 'api_key']));
  });

  it('are 404 where there is none of the name', async () => {
    for (const answer of [
      await client.get(`${QUEUES}/nothing/failed`),
      await client.post(`${QUEUES}/nothing/failed/retry`, {}),
      await client.get(`${QUEUES}/__proto__/failed`),
    ])
      expect(answer.status).toBe(404);
  });
});

describe('Maintenance tasks', () => {
  it('are listed with their schedule and last run', async () => {
    // Each has run once at the start, as soon as the machine had time for it.
    await eventually(async () => {
      await suite.app.get(TaskRuns).flush();
      expect(await task('partitions')).toMatchObject({ result: 'succeeded' });
    });
    const { data } = await get(TASKS);
    const names = data.map(({ name }: any) => name);
    expect(names).toEqual(names.toSorted());
    expect(names).toEqual(expect.arrayContaining(['partitions', 'trash']));
    for (const { name, description } of data) expect(description, name).toMatch(/^[A-Z].{10,120}\.$/);
    expect(await task('partitions')).toEqual({
      name: 'partitions',
      description: 'Creates the partitions of the next months and drops expired ones.',
      every_seconds: 3600,
      last_run_at: expect.any(String),
      duration_ms: expect.any(Number),
      result: 'succeeded',
      error: null,
      next_run_at: expect.any(String),
    });
    const { last_run_at, next_run_at } = await task('partitions');
    expect(Math.round((Date.parse(next_run_at) - Date.parse(last_run_at)) / 1000)).toBe(3600);
  });

  it('run when they are asked to, and say what became of it', async () => {
    broken = false;
    const before = (await task('spec.failing'))?.last_run_at ?? '';
    const asked = await client.post(`${TASKS}/spec.failing/run`);
    expect([asked.status, asked.body.name]).toEqual([202, 'spec.failing']);
    const ended = async () => {
      const { last_run_at, result } = await task('spec.failing');
      return last_run_at > before && result;
    };
    await expect.poll(ended).toBe('succeeded');
    broken = true;
    await client.post(`${TASKS}/spec.failing/run`);
    const { last_run_at, next_run_at } = await eventually(async () => {
      const found = await task('spec.failing');
      expect(found).toMatchObject({ result: 'failed', error: '550 no mailbox <…@…>' });
      return found;
    });
    expect(Date.parse(next_run_at) - Date.parse(last_run_at)).toBeLessThan(60_000);
    expect(await trail('spec.failing')).toEqual(
      Array.from({ length: 2 }, () => ['operations.task.started', 'api_key']),
    );
  });

  it('cost an idle server next to nothing to keep', async () => {
    const runs = suite.app.get(TaskRuns);
    await runs.flush();
    const written = async () =>
      (await suite.database.execute('select max(started_at) as at from maintenance_tasks')).rows;
    const before = await written();
    await suite.app.get(Maintenance).run('relay');
    expect(await written()).toEqual(before);
  });

  it('are 404 where there is none of the name', async () => {
    expect((await client.post(`${TASKS}/nothing/run`)).status).toBe(404);
  });
});

describe('Operators', () => {
  const all = allScopes();
  const may = async (key: string) => (await client.get(TASKS, { key })).status;

  it('are made by the first start: the owner and the key that it prints', async () => {
    const { rows } = await suite.database.execute('select id from users where operator');
    expect(rows).toEqual([{ id: suite.ownerId }]);
    const { body } = await client.get('/v1/access/api-keys');
    expect(body.data.map(({ name, operator }: any) => [name, operator])).toEqual([['First key', true]]);
    expect((await (await suite.workspace()).client.get(TASKS)).status).toBe(403);
  });

  it('are made and unmade by the command line, which is felt at once', async () => {
    const user = await makeUser(suite, { roles: ['office:viewer'] });
    const { access_token: key } = await tokensOfConsole(user);
    expect(await may(key)).toBe(403);
    const args = ['--workspace', suite.workspaceId, '--email', user.email.toUpperCase()];
    expect(await cli('user', 'grant-operator', ...args)).toMatchObject({ id: user.id, operator: true });
    await expect.poll(() => may(key)).toBe(200);
    expect((await client.get('/v1/access/me', { key })).body).toMatchObject({
      operator: true,
      scopes: ['office:read'],
    });
    await cli('user', 'revoke-operator', ...args);
    await expect.poll(() => may(key)).toBe(403);
    expect((await trail(user.id)).slice(0, 2)).toEqual([
      ['access.user.operator_revoked', 'system'],
      ['access.user.operator_granted', 'system'],
    ]);
  });

  it('are so in the console, not in other programs that act for them', async () => {
    const user = await makeUser(suite, { roles: ['workspace:owner'] });
    await cli('user', 'grant-operator', '--workspace', suite.workspaceId, '--email', user.email);
    expect(await may((await tokensOfConsole(user)).access_token)).toBe(200);
    const notes = await registerClient(suite, { scopes: all });
    expect(await may((await tokensOf(suite, notes, await browserOf(suite, user))).access_token)).toBe(403);
  });

  it('are no role or scope that the API, groups or provisioning give', async () => {
    const { client: owner, userId } = await suite.signedIn('workspace:owner');
    const made = await owner.post('/v1/access/api-keys', { name: 'Mine', scopes: all, operator: true });
    expect([made.status, made.body.operator, await may(made.body.key)]).toEqual([201, false, 403]);
    for (const answer of [
      await owner.post('/v1/access/api-keys', { name: 'Mine', scopes: ['operator'] }),
      await owner.post('/v1/access/groups', { name: 'Operators', roles: ['operator'] }),
      await owner.patch(`/v1/access/users/${userId}`, { roles: ['operator'] }),
    ])
      expect(answer.status).toBe(400);
    await owner.patch(`/v1/access/users/${userId}`, { operator: true });
    await client.patch(`/v1/access/scim/v2/Users/${userId}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', value: { operator: true } }],
    });
    expect((await owner.get(TASKS)).status).toBe(403);
  });

  it('are not to be become by rotating their key, or by taking over their address', async () => {
    const key = await cli(
      'key',
      'create',
      '--workspace',
      suite.workspaceId,
      '--name',
      'Ops',
      '--scopes',
      all.join(),
      '--operator',
    );
    expect([key.operator, await may(key.key)]).toEqual([true, 200]);
    const { client: owner } = await suite.signedIn('workspace:owner');
    const path = `/v1/access/api-keys/${key.id}`;
    expect((await owner.post(`${path}/rotate`, {})).status).toBe(403);
    const next = await client.post(`${path}/rotate`, {});
    expect([next.status, await may(next.body.key)]).toEqual([201, 200]);
    const scim = `/v1/access/scim/v2/Users/${suite.ownerId}`;
    const mine = { userName: 'eve@example.com', displayName: 'Eve', active: true };
    expect((await owner.put(scim, mine)).status).toBe(403);
    expect((await client.put(scim, { ...mine, userName: 'ada@example.com' })).status).toBe(200);
  });
});

/** The tokens that the console gets for a user. */
async function tokensOfConsole(user: Parameters<typeof browserOf>[1]) {
  const redirect_uris = [`${suite.settings.BASE_URL}/console/`];
  const console = { client_id: 'console', name: 'Console', redirect_uris, scopes: all() };
  return tokensOf(suite, console, await browserOf(suite, user));
}

const all = () => allScopes();
