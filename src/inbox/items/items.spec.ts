import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerClient } from '../../../test/support/oauth.js';
import { StreamReader } from '../../../test/support/event-stream.js';
import { AccessTokens } from '../../access/oauth/access-tokens.js';
import { asSystem, Maintenance, Queues } from '../../platform/index.js';
import { enforcePolicy } from '../../../test/support/policies.js';
import { Client, type SignedInClient, startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
let client: Client;
let project: string;
beforeAll(async () => {
  suite = await startTestApp();
  ({ client } = suite);
  await client.post('/v1/sales/pipelines', { name: 'Direct', stages: [{ name: 'New', probability: 10 }] });
  project = (await client.post('/v1/project/projects', { name: 'Garden' })).body.id;
});
afterAll(() => suite.close());

const task = async (facts: object = {}, by = client): Promise<string> => {
  const answer = await by.post(`/v1/project/projects/${project}/tasks`, { title: 'Water', ...facts });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
};
const comment = async (on: string, facts: object = {}, by = client): Promise<string> => {
  const answer = await by.post(`/v1/project/tasks/${on}/comments`, { body: 'Look', ...facts });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
};
const inbox = async (by: Client, query = '') => {
  const { status, body, text } = await by.get(`/v1/inbox${query}`);
  expect(status, text).toBe(200);
  return body as { data: any[]; meta: { total: number; has_more: boolean; next_cursor: string } };
};
/** Resolves when the listener has handled all that happened before. */
const settled = () =>
  expect
    .poll(async () => {
      const { rows } = await suite.database.execute(
        `select (select count(*) from outbox)::int as waiting,
         (select coalesce(max(position), 0) from events) - (select position from event_cursors where listener = 'inbox') as behind`,
      );
      return rows[0];
    })
    .toEqual({ waiting: 0, behind: 0 });
const kindsOf = async (by: Client) => {
  await settled();
  return (await inbox(by)).data.map(({ kind }) => kind);
};
/** An app that acts for a person who is signed in through it, with these scopes. */
async function appOf({ userId, sessionId }: SignedInClient, ...scopes: string[]): Promise<Client> {
  const { client_id } = await registerClient(suite, { scopes });
  await suite.database.execute('update sessions set client_id = $2 where id = $1', [sessionId, client_id]);
  const token = randomBytes(32).toString('base64url');
  const facts = { workspace_id: suite.workspaceId, token, session_id: sessionId, scopes, payload: { userId } };
  const times = { created_at: suite.clock.iso(), expires_at: suite.clock.iso(3_600) };
  await asSystem(suite.workspaceId, () =>
    suite.database.transaction(() => suite.app.get(AccessTokens).add({ ...facts, ...times } as never)),
  );
  return new Client(suite.base, token);
}
/** Plans of the statements by which a request reads pages. */
async function plansOf(request: () => Promise<unknown>): Promise<string> {
  const reading = vi.spyOn(suite.database, 'readPage');
  await request();
  const statements = reading.mock.calls.map(([text, values]) => [text, values] as [string, unknown[]]);
  reading.mockRestore();
  const plans = await Promise.all(
    statements.map(async ([text, values]) => (await suite.database.pool.query(`explain ${text}`, values)).rows),
  );
  return plans
    .flat()
    .map((row) => row['QUERY PLAN'])
    .join('\n');
}
const unread = async (by: Client) => (await by.get('/v1/inbox/unread')).body.unread;

describe('the inbox of a person', () => {
  it('has what others assign, and says who and which record', async () => {
    const [ada, boss] = [await client.signedIn('project:editor'), await client.signedIn('project:editor')];
    const id = await task({ assignee_id: ada.userId }, boss.client);
    await settled();
    const { data, meta } = await inbox(ada.client);
    expect(data).toMatchObject([
      {
        kind: 'assignment',
        event: 'project.task.created',
        record_type: 'project.task',
        records: [{ id, title: 'Water' }],
        part_id: null,
        actor_id: boss.userId,
        count: 1,
        read_at: null,
      },
    ]);
    expect([meta.total, await unread(ada.client)]).toEqual([1, 1]);
    // A change of something else tells nothing; another assignment does.
    const [one, other] = [await task({}, boss.client), await task({ assignee_id: ada.userId }, ada.client)];
    await boss.client.patch(`/v1/project/tasks/${id}`, { title: 'Water well' });
    await boss.client.patch(`/v1/project/tasks/${one}`, { assignee_id: ada.userId });
    await settled();
    const after = (await inbox(ada.client)).data;
    expect(after.map(({ records }) => records[0])).toEqual([
      { id: one, title: 'Water' },
      { id, title: 'Water well' },
    ]);
    expect(after.some(({ records }) => records[0].id === other)).toBe(false);
    expect(await kindsOf(boss.client)).toEqual([]);
  });

  it('counts what somebody got once, though the creation is told after the change', async () => {
    const ada = await client.signedIn('project:viewer');
    const { id: project } = (await client.post('/v1/project/projects', { name: 'Wells' })).body;
    const operations = [
      { ref: 'task', method: 'POST', path: `/v1/project/projects/${project}/tasks`, body: { title: 'Dig' } },
      { method: 'PATCH', path: '/v1/project/tasks/{task.id}', body: { assignee_id: ada.userId } },
    ];
    expect((await client.post('/v1/batch', { operations })).status).toBe(200);
    await settled();
    expect((await inbox(ada.client)).data).toMatchObject([{ kind: 'assignment', count: 1 }]);
  });

  it('has mentions, and comments on what is one’s own or followed, each once', async () => {
    const [ada, ben, eve] = [
      await client.signedIn('project:viewer'),
      await client.signedIn('project:editor'),
      await client.signedIn('project:viewer'),
    ];
    const id = await task();
    await client.patch(`/v1/project/tasks/${id}`, { assignee_id: ada.userId });
    for (const each of [ada, ben]) await each.client.put(`/v1/follows/${id}`);
    const said = await comment(id, { mentions: [ada.userId, eve.userId] });
    await settled();
    const of = async ({ client: by }: SignedInClient) =>
      (await inbox(by)).data
        .filter(({ kind }) => kind !== 'assignment')
        .map(({ kind, records, part_id, record_type }) => [kind, record_type, records[0].id, part_id]);
    expect(await of(ada)).toEqual([['mention', 'project.task', id, said]]);
    expect(await of(ben)).toEqual([['comment', 'project.task', id, said]]);
    expect(await of(eve)).toEqual([['mention', 'project.task', id, said]]);
    // Not of one's own comment, although one follows the task.
    await comment(id, {}, ben.client);
    await settled();
    expect(await of(ben)).toHaveLength(1);
  });

  it('has nothing from before one followed, though it is told later', async () => {
    const ben = await client.signedIn('project:viewer');
    const id = await task();
    const listener = await suite.database.pool.connect();
    try {
      await listener.query('begin');
      await listener.query(`select 1 from event_cursors where listener = 'inbox' for update`);
      await client.patch(`/v1/project/tasks/${id}`, { title: 'Earlier' });
      await ben.client.put(`/v1/follows/${id}`);
      await comment(id);
      await listener.query('commit');
    } finally {
      listener.release();
    }
    expect(await kindsOf(ben.client)).toEqual(['comment']);
  });

  it('has a mention in a note once, however often the note is changed', async () => {
    const [ada, owner] = [await client.signedIn('careers:viewer'), await client.signedIn('careers:editor')];
    const { body: job } = await owner.client.post('/v1/careers/jobs', { title: 'Gardener' });
    await owner.client.post(`/v1/careers/jobs/${job.id}/publish`, {});
    const candidate = { display_name: 'Zoe Secret', email: 'zoe@example.com' };
    const application = (await client.post(`/v1/careers/jobs/${job.id}/applications`, { candidate })).body.id;
    const notes = `/v1/careers/applications/${application}/notes`;
    const { body: note } = await owner.client.post(notes, { text: 'See', mentions: [ada.userId] });
    for (const mentions of [[], [ada.userId]]) await owner.client.patch(`${notes}/${note.id}`, { mentions });
    await settled();
    const { data } = await inbox(ada.client);
    expect(data).toMatchObject([
      {
        kind: 'mention',
        count: 1,
        record_type: 'careers.application',
        records: [{ id: application, title: 'Gardener' }],
      },
    ]);
    // The owner of the job hears of the application. Nothing says who the candidate is.
    expect((await inbox(owner.client)).data).toMatchObject([{ kind: 'application', records: [{ title: 'Gardener' }] }]);
    expect(JSON.stringify([data, (await suite.database.execute('select * from inbox_items')).rows])).not.toContain(
      'Secret',
    );
  });

  it('has changes of what one follows, and won and lost deals of one’s own', async () => {
    const [ada, ben] = [await client.signedIn('sales:editor'), await client.signedIn('sales:editor')];
    const { body: deal } = await ada.client.post('/v1/sales/deals', { title: 'Ten seats' });
    await ben.client.put(`/v1/follows/${deal.id}`);
    await ada.client.patch(`/v1/sales/deals/${deal.id}`, { value: 5 });
    await ada.client.patch(`/v1/sales/deals/${deal.id}`, { value: 6 });
    await settled();
    expect((await inbox(ben.client)).data).toMatchObject([
      { kind: 'change', count: 2, records: [{ title: 'Ten seats' }] },
    ]);
    await ben.client.post(`/v1/sales/deals/${deal.id}/close`, { outcome: 'won' });
    await settled();
    expect((await inbox(ada.client)).data).toMatchObject([{ kind: 'deal', event: 'sales.deal.won', count: 1 }]);
    expect((await inbox(ben.client)).data).toMatchObject([{ count: 2 }]);
  });

  it('is read in pages, by kind and by state, and marked as read', async () => {
    const ada = await client.signedIn('project:viewer', 'sales:viewer');
    const ids = [await task({ assignee_id: ada.userId }), await task({ assignee_id: ada.userId })];
    await comment(ids[0]!, { mentions: [ada.userId] });
    await settled();
    const first = await inbox(ada.client, '?limit=2');
    expect([first.data.length, first.meta.total, first.meta.has_more]).toEqual([2, 3, true]);
    const second = await inbox(ada.client, `?limit=2&cursor=${first.meta.next_cursor}`);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(3);
    expect((await inbox(ada.client, '?kind=mention')).meta.total).toBe(1);
    const [{ id }] = (await inbox(ada.client, '?kind=mention')).data;
    expect((await ada.client.post('/v1/inbox/read', { ids: [id] })).body).toEqual({ read: 1 });
    expect((await ada.client.post('/v1/inbox/read', { ids: [id] })).body).toEqual({ read: 0 });
    expect((await inbox(ada.client, '?unread=false')).data).toMatchObject([{ id, read_at: expect.any(String) }]);
    expect([(await inbox(ada.client, '?unread=true')).meta.total, await unread(ada.client)]).toEqual([2, 2]);
    // Nobody marks those of others.
    const ben = await client.signedIn('project:viewer');
    const theirs = second.data.concat(first.data).map((item) => item.id);
    expect((await ben.client.post('/v1/inbox/read', { ids: theirs })).body).toEqual({ read: 0 });
    expect((await ada.client.post('/v1/inbox/read', { all: true })).body).toEqual({ read: 2 });
    expect([await unread(ada.client), (await inbox(ada.client)).meta.total]).toEqual([0, 3]);
  });

  it('leaves out records of an extension that is not loaded', async () => {
    const ada = await suite.signedIn('project:editor');
    await task({ assignee_id: ada.userId });
    await settled();
    const before = (await inbox(ada.client)).data.length;
    const away = `update inbox_items set record_type = 'stock.item', record_id = 'stockitem_1', record_ids = '{stockitem_1}' where user_id = $1`;
    expect([before, (await suite.database.execute(away, [ada.userId])).count]).toEqual([1, 1]);
    expect((await inbox(ada.client)).data).toEqual([]);
    expect((await ada.client.get('/v1/inbox/unread')).status).toBe(200);
  });

  it('answers bad requests with the field', async () => {
    const { client: ada } = await client.signedIn('project:viewer');
    for (const body of [{}, { all: false }, { ids: [], all: true }, { ids: 'x' }])
      expect((await ada.post('/v1/inbox/read', body)).status, JSON.stringify(body)).toBe(400);
    expect((await ada.get('/v1/inbox?kind=gossip')).status).toBe(400);
  });

  it('is of people: keys have none', async () => {
    for (const path of ['', '/unread', '/settings']) expect((await client.get(`/v1/inbox${path}`)).status).toBe(403);
    expect((await client.post('/v1/inbox/read', { all: true })).status).toBe(403);
    expect((await client.patch('/v1/inbox/settings', { mail_hour: 9 })).status).toBe(403);
  });
});

describe('work of the suite tells', () => {
  it('an assignee of tasks that are due today, once, and of tomorrow’s not', async () => {
    const ada = await client.signedIn('project:viewer');
    const day = (days: number) => suite.clock.iso(days * 86_400).slice(0, 10);
    const id = await task({ assignee_id: ada.userId, due_date: day(0) });
    await task({ assignee_id: ada.userId, due_date: day(1) });
    for (let look = 0; look < 2; look++) {
      await suite.app.get(Maintenance).run('project.due-reminders');
      await suite.app.get(Queues).whenIdle();
    }
    const due = async () => (await inbox(ada.client, '?kind=due')).data;
    await expect
      .poll(due)
      .toMatchObject([{ event: null, count: 1, records: [{ id, title: 'Water' }], actor_id: null }]);
  });

  it('a person that their import and their export are ready, and admins of an alert', async () => {
    const ada = await client.signedIn('workspace:owner');
    const other = await client.signedIn('guard:viewer');
    const rule = { name: 'Deletions', condition: { actions: ['project.task.deleted'] }, threshold: 1 };
    const made = await client.post('/v1/guard/alert-rules', rule);
    await client.patch(`/v1/guard/alert-rules/${made.body.id}`, { status: 'active' });
    await client.delete(`/v1/project/tasks/${await task()}`);
    const { body: job } = await ada.client.post('/v1/guard/audit-logs/export', { format: 'csv' });
    const form = new FormData();
    form.append('file', new Blob(['external_id,title,content\nx:1,Plan,Secret\n']), 'documents.csv');
    const headers = { Authorization: `Bearer ${ada.client.key}` };
    const started = await fetch(`${suite.base}/v1/imports`, { method: 'POST', headers, body: form });
    const { id } = (await started.json()) as { id: string };
    const told = async () => (await inbox(ada.client)).data.map(({ kind, records }) => `${kind} ${records[0].id}`);
    const all = [`export ${job.job_id}`, `import ${id}`, expect.stringMatching(/^alert alr_/)];
    await expect.poll(told).toEqual(expect.arrayContaining(all));
    expect((await inbox(other.client)).data).toEqual([]);
  });
});

describe('rights are asked when the inbox is read', () => {
  it('a mention of somebody who may not read the record reaches nobody', async () => {
    const [ada, bound] = [await client.signedIn('office:viewer'), await client.signedIn('project:viewer')];
    const id = await task();
    const principals = [{ type: 'user', id: bound.userId }];
    await enforcePolicy(client, { principals, resources: [{ type: 'project.task', id }], actions: ['project:read'] });
    await comment(id, { mentions: [ada.userId, bound.userId] });
    await settled();
    for (const { client: by } of [ada, bound]) {
      expect(await inbox(by)).toMatchObject({ data: [], meta: { total: 0 } });
      expect(await unread(by)).toBe(0);
      expect((await by.post('/v1/inbox/read', { all: true })).body).toEqual({ read: 0 });
    }
  });

  it('a document that becomes private leaves the inbox of others, and comes back', async () => {
    const [ada, eve] = [await client.signedIn('office:viewer'), await client.signedIn('office:editor')];
    const shared = { title: 'Plan', permissions: { visibility: 'workspace' } };
    const id = (await eve.client.post('/v1/office/documents', shared)).body.id;
    await ada.client.put(`/v1/follows/${id}`);
    await eve.client.patch(`/v1/office/documents/${id}`, { title: 'Plans' });
    await settled();
    expect((await inbox(ada.client)).data).toMatchObject([{ kind: 'change', records: [{ id, title: 'Plans' }] }]);
    await eve.client.patch(`/v1/office/documents/${id}`, { permissions: { visibility: 'private' } });
    await settled();
    expect(await inbox(ada.client)).toMatchObject({ data: [], meta: { total: 0 } });
    expect(await unread(ada.client)).toBe(0);
    await eve.client.patch(`/v1/office/documents/${id}`, { permissions: { visibility: 'workspace' } });
    expect((await inbox(ada.client)).meta.total).toBe(1);
  });

  it('a policy on a project hides what is about its tasks', async () => {
    const ada = await client.signedIn('project:viewer');
    await task({ assignee_id: ada.userId });
    await settled();
    expect((await inbox(ada.client)).meta.total).toBe(1);
    const principals = [{ type: 'user', id: ada.userId }];
    const resources = [{ type: 'project.project', id: project }];
    const policy = await enforcePolicy(client, { principals, resources, actions: ['project:read'] });
    expect(await inbox(ada.client)).toMatchObject({ data: [], meta: { total: 0 } });
    await client.patch(`/v1/guard/policies/${policy.id}`, { status: 'inactive' });
    expect((await inbox(ada.client)).meta.total).toBe(1);
  });

  it('an app sees of the inbox of its person what its scopes let it read', async () => {
    const ada = await client.signedIn('project:viewer', 'sales:editor');
    await task({ assignee_id: ada.userId });
    const { body: deal } = await client.post('/v1/sales/deals', { title: 'Ten seats' });
    await client.patch(`/v1/sales/deals/${deal.id}`, { owner_id: ada.userId });
    await settled();
    expect(await unread(ada.client)).toBe(2);
    const app = await appOf(ada, 'sales:read');
    expect((await inbox(app)).data).toMatchObject([{ record_type: 'sales.deal' }]);
    expect(await unread(app)).toBe(1);
    expect((await app.post('/v1/inbox/read', { all: true })).body).toEqual({ read: 1 });
    expect(await unread(ada.client)).toBe(1);
  });

  it('another workspace sees nothing of it', async () => {
    const ada = await client.signedIn('project:viewer');
    await task({ assignee_id: ada.userId });
    await settled();
    const [{ id }] = (await inbox(ada.client)).data;
    const stranger = await (await suite.workspace()).client.signedIn('workspace:owner');
    expect((await inbox(stranger.client)).meta.total).toBe(0);
    expect((await stranger.client.post('/v1/inbox/read', { ids: [id] })).body).toEqual({ read: 0 });
  });
});

describe('a stream of events', () => {
  it('tells a person of new items, them alone, and an app of those that it may read', async () => {
    const [ada, ben] = [
      await client.signedIn('project:viewer', 'sales:editor'),
      await client.signedIn('project:admin'),
    ];
    const app = await appOf(ada, 'sales:read');
    const { client: ownSession } = await client.signedIn('project:viewer');
    const readers = [
      await StreamReader.open(ben.client, 'types=inbox'),
      await StreamReader.open(app, 'types=inbox'),
      await StreamReader.open(client, 'types=inbox'),
      await StreamReader.open(ownSession, 'types=project.*'),
    ];
    await task({ assignee_id: ada.userId });
    await settled();
    await task({ assignee_id: ben.userId });
    const { body: deal } = await client.post('/v1/sales/deals', { title: 'Ten seats' });
    await client.patch(`/v1/sales/deals/${deal.id}`, { owner_id: ada.userId });
    await readers[0]!.received(1);
    await readers[1]!.received(1);
    await readers[3]!.received(2);
    await settled();
    expect(readers.map(({ sent }) => sent.filter(({ event }) => event === 'inbox'))).toEqual([
      [expect.objectContaining({ event: 'inbox', data: {} })],
      [expect.objectContaining({ event: 'inbox', data: {} })],
      [],
      [],
    ]);
    for (const reader of readers) await reader.close();
  });

  it('of everything has no items, because clients of it read records of the log', async () => {
    const ada = await client.signedIn('project:viewer');
    const [all, both] = [await StreamReader.open(ada.client), await StreamReader.open(ada.client, 'types=*,inbox')];
    await task({ assignee_id: ada.userId });
    await expect.poll(() => both.types).toEqual(expect.arrayContaining(['project.task.created', 'inbox']));
    await all.received(1);
    expect(all.types).not.toContain('inbox');
    for (const reader of [all, both]) await reader.close();
  });
});

describe('many at once', () => {
  it('10 000 tasks assigned at once are one line that says so', async () => {
    const ada = await client.signedIn('project:viewer');
    const seed = await task();
    // As the bulk route and imports write them: one event for each task.
    await suite.database.execute(
      `with made as (
         insert into tasks (workspace_id, id, project_id, title, description, status, priority, assignee_id, labels, tags, blocked_by,
           rank, time_spent_seconds, created_at, updated_at, revision)
         select workspace_id, left(id, 21) || lpad(n::text, 10, '0'), project_id, title, description, status, priority, $2, labels, tags,
           blocked_by, rank, 0, created_at, updated_at, 1
         from tasks cross join generate_series(1, 10000) n where id = $1
         returning workspace_id, id, project_id)
       insert into outbox (workspace_id, id, type, timestamp, actor_type, payload, private_to)
       select workspace_id, 'evt' || substr(id, 5), 'project.task.updated', now(), 'system',
         jsonb_build_object('task_id', id, 'project_id', project_id, 'changed', jsonb_build_array('assignee_id')), '' from made`,
      [seed, ada.userId],
    );
    await task();
    await settled();
    const { data, meta } = await inbox(ada.client);
    expect(data).toMatchObject([{ kind: 'assignment', count: 10_000, record_type: 'project.task' }]);
    expect(data[0].records).toHaveLength(10);
    expect([meta.total, await unread(ada.client)]).toEqual([1, 1]);
  });

  it('an inbox of 100 000 is read by its indexes', async () => {
    const ada = await client.signedIn('project:viewer', 'office:viewer');
    const id = await task();
    await suite.database.execute(
      `insert into inbox_items (workspace_id, id, user_id, kind, record_type, record_id, record_ids, part_type, count, source, shown,
         read_at, created_at, updated_at, revision)
       select $1, 'ibi_' || lpad(n::text, 26, '0'), $2, 'change', 'project.task', $3, array[$3], '', 1, n::text, true,
         case when n % 2 = 0 then now() end, now() - n * interval '1 second', now() - n * interval '1 second', 1
       from generate_series(1, 100000) n`,
      [suite.workspaceId, ada.userId, id],
    );
    await suite.database.execute('analyze inbox_items');
    expect((await inbox(ada.client)).meta).toMatchObject({ total: 10_000, total_relation: 'gte' });
    expect(await unread(ada.client)).toBe(10_000);
    for (const query of ['', '?unread=true', '?kind=change', '?unread=true&kind=change&limit=100']) {
      const plan = await plansOf(() => inbox(ada.client, query));
      expect(plan).toMatch(/Index.* Scan.* using inbox_items_(updated|unread|kind)/);
      expect(plan).not.toMatch(/Seq Scan|Sort/);
    }
  });

  it('items live for 90 days', async () => {
    const ada = await client.signedIn('project:viewer');
    await task({ assignee_id: ada.userId });
    await settled();
    await suite.app.get(Maintenance).run('inbox.old-items');
    expect((await inbox(ada.client)).meta.total).toBe(1);
    await suite.database.execute(`update inbox_items set updated_at = now() - interval '91 days' where user_id = $1`, [
      ada.userId,
    ]);
    await suite.app.get(Maintenance).run('inbox.old-items');
    expect((await inbox(ada.client)).meta.total).toBe(0);
  });
});

describe('what is gone', () => {
  it('a deleted user leaves no inbox, no follows and no settings, and is nobody’s actor', async () => {
    const [ada, boss] = [await client.signedIn('project:viewer'), await client.signedIn('project:editor')];
    const id = await task({ assignee_id: ada.userId }, boss.client);
    await ada.client.put(`/v1/follows/${id}`);
    await ada.client.patch('/v1/inbox/settings', { mail_hour: 9 });
    await boss.client.put(`/v1/follows/${id}`);
    await settled();
    expect((await client.delete(`/v1/access/users/${boss.userId}`)).status).toBe(204);
    const actor = async () => (await inbox(ada.client)).data[0].actor_id;
    await expect.poll(actor).toBe('usr_deleted');
    expect((await client.delete(`/v1/access/users/${ada.userId}`)).status).toBe(204);
    await settled();
    const left = await suite.database.execute(
      `select user_id from inbox_items where user_id = any($1) union all select user_id from follows where user_id = any($1)
       union all select user_id from inbox_settings where user_id = any($1)
       union all select user_id from inbox_mails where user_id = any($1)`,
      [[ada.userId, boss.userId]],
    );
    expect(left.rows).toEqual([]);
  });

  it('a record takes its items and follows with it, and one in the trash keeps them', async () => {
    const ada = await client.signedIn('project:viewer');
    const id = await task({ assignee_id: ada.userId });
    await ada.client.put(`/v1/follows/${id}`);
    expect((await client.delete(`/v1/project/tasks/${id}`)).status).toBe(204);
    expect(await kindsOf(ada.client)).toEqual(['change', 'assignment']);
    expect((await client.delete(`/v1/project/tasks/${id}?hard=true`)).status).toBe(204);
    expect(await kindsOf(ada.client)).toEqual([]);
    const { rows } = await suite.database.execute(
      'select record_id from follows where record_id = $1 union all select record_id from inbox_items where record_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  });
});

describe('settings', () => {
  it('say of each kind whether it is in the inbox, and which mail there is', async () => {
    const ada = await client.signedIn('project:viewer');
    const { body } = await ada.client.get('/v1/inbox/settings');
    expect(body).toMatchObject({
      mail_hour: 8,
      kinds: { mention: { inbox: true, mail: 'now' }, change: { inbox: true, mail: 'no' } },
    });
    const changed = await ada.client.patch('/v1/inbox/settings', {
      kinds: { assignment: { inbox: false } },
      mail_hour: 0,
    });
    expect(changed.body).toEqual({
      mail_hour: 0,
      kinds: { ...body.kinds, assignment: { inbox: false, mail: 'daily' } },
    });
    await ada.client.patch('/v1/inbox/settings', { kinds: { assignment: { mail: 'no' } } });
    expect((await ada.client.get('/v1/inbox/settings')).body.kinds.assignment).toEqual({ inbox: false, mail: 'no' });
    await task({ assignee_id: ada.userId });
    expect(await kindsOf(ada.client)).toEqual([]);
    const ben = await client.signedIn('project:viewer');
    expect((await ben.client.get('/v1/inbox/settings')).body).toEqual(body);
    const unknown = await ben.client.patch('/v1/inbox/settings', { kinds: { gossip: { mail: 'no' } } });
    expect([unknown.status, unknown.body.error.details]).toEqual([
      400,
      [expect.objectContaining({ field: 'kinds.gossip', code: 'unknown_field' })],
    ]);
  });
});
