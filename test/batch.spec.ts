import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from './support/eventually.js';
import { enforcePolicy } from './support/policies.js';
import { type Client, startTestApp, type TestApp } from './support/test-app.js';

const DOCUMENTS = '/v1/office/documents';
const create = (title: string, rest: object = {}) => ({ method: 'POST', path: DOCUMENTS, body: { title }, ...rest });

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  ({ client } = suite);
});
afterAll(() => suite.close());

const send = (operations: object[], rest: object = {}, by = client, headers: Record<string, string> = {}) =>
  by.post('/v1/batch', { operations, ...rest }, { headers });

const statuses = ({ body }: { body: any }) => body.results.map(({ status }: { status: number }) => status);

/** Titles of documents that begin with this text, in order. */
async function titles(begin: string): Promise<string[]> {
  const { rows } = await suite.database.execute('select title from documents where title like $1 order by title', [
    `${begin}%`,
  ]);
  return rows.map(({ title }) => title);
}

/** A document of which four fill the room that the answers of a batch have. */
const large = async (title: string) =>
  (await client.post(DOCUMENTS, { title, content: 'x'.repeat(5_000_000) })).body as { id: string };

async function entriesOf(begin: string) {
  const { rows } = await suite.database.execute(
    `select action, outcome, resource_id from audit_entries where resource_id in (select id from documents where title like $1)`,
    [`${begin}%`],
  );
  return rows.map(({ action, outcome }) => `${action} ${outcome}`);
}

describe('an atomic batch', () => {
  it('does all operations over all apps in one transaction, each with its event and entry', async () => {
    const answer = await send([
      { method: 'POST', path: '/v1/sales/contacts', body: { display_name: 'Ada' }, ref: 'contact' },
      { method: 'POST', path: '/v1/project/projects', body: { name: 'Roof', key: 'ROOF' }, ref: 'project' },
      {
        method: 'POST',
        path: '/v1/project/projects/{project.id}/tasks',
        body: { title: 'Call', custom_fields: { who: { $ref: 'contact.display_name' } } },
        ref: 'task',
      },
      {
        method: 'PATCH',
        path: '/v1/sales/contacts/{contact.id}',
        body: { phone: '123' },
        headers: { 'If-Match': '"1"' },
      },
      { method: 'GET', path: '/v1/sales/contacts/{contact.id}?fields=phone' },
    ]);
    expect([answer.status, statuses(answer)], answer.text).toEqual([200, [201, 201, 201, 200, 200]]);
    const [contact, project, task, changed, read] = answer.body.results;
    expect(task.body).toMatchObject({ project_id: project.body.id });
    expect(contact).toMatchObject({ ref: 'contact', headers: { Location: `/v1/sales/contacts/${contact.body.id}` } });
    expect(changed.headers.ETag).toMatch(/^"2\./);
    expect(read.body).toEqual({ phone: '123' });
    const ids = [contact.body.id, project.body.id, task.body.id];
    for (const { body } of [contact, project]) {
      const path = body.id.startsWith('cnt') ? '/v1/sales/contacts' : '/v1/project/projects';
      expect((await client.get(`${path}/${body.id}`)).status).toBe(200);
    }
    const { rows: entries } = await suite.database.execute(
      `select action, resource_id from audit_entries where resource_id = any($1) and outcome = 'success' order by timestamp, id`,
      [ids],
    );
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'project.project.created',
      'project.task.created',
      'sales.contact.created',
      'sales.contact.updated',
    ]);
    const { rows: told } = await suite.database.execute(
      `select type from outbox where payload::text ~ $1 union all select type from events where payload::text ~ $1`,
      [ids.join('|')],
    );
    expect(told.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['sales.contact.created', 'sales.contact.updated', 'project.task.created']),
    );
  });

  it('is undone by the first operation that fails, which it names', async () => {
    const answer = await send([create('Undone 1'), create('Undone 2'), create(''), create('Undone 3')]);
    expect([answer.status, answer.body.failed_operation, answer.body.error.details[0].field]).toEqual([
      400,
      2,
      'title',
    ]);
    expect(await titles('Undone')).toEqual([]);
    const { rows } = await suite.database.execute(`select 1 from outbox where payload::text like '%Undone%'`);
    expect(rows).toEqual([]);
  });

  it('leaves one entry of the operation that was refused', async () => {
    const reader = await suite.withScopes('office:write', 'sales:read');
    const answer = await send(
      [create('Scope'), { method: 'POST', path: '/v1/sales/contacts', body: { display_name: 'A' } }],
      {},
      reader,
    );
    expect([answer.status, answer.body.failed_operation]).toEqual([403, 1]);
    expect(answer.headers.get('www-authenticate')).toContain('insufficient_scope');
    expect(await titles('Scope')).toEqual([]);
    const { rows } = await suite.database.execute(
      `select action, outcome from audit_entries order by timestamp desc, id desc limit 1`,
    );
    expect(rows).toEqual([{ action: 'sales.contact.created', outcome: 'denied' }]);
    const { rows: own } = await suite.database.execute(`select 1 from audit_entries where action like 'batch.%'`);
    expect(own).toEqual([]);
  });

  it('checks policies of each operation, also on what an earlier one made', async () => {
    const { client: editor, userId } = await client.signedIn('office:editor');
    await enforcePolicy(client, {
      principals: [{ type: 'user', id: userId }],
      resources: [{ type: 'office.document', tag: 'frozen' }],
      actions: ['office:write', 'office:delete'],
    });
    const made = create('Frozen', { ref: 'made', body: { title: 'Frozen', tags: ['frozen'] } });
    const change = { method: 'PATCH', path: `${DOCUMENTS}/{made.id}`, body: { title: 'Frozen 2' } };
    const both = await send([create('Frozen 0'), made, change], {}, editor);
    expect(both.status, both.text).toBe(403);
    expect(await titles('Frozen')).toEqual([]);
  });

  it('finds no record of another workspace', async () => {
    const other = await suite.workspace();
    const { id } = (await other.client.post(DOCUMENTS, { title: 'Theirs' })).body;
    const answer = await send([
      create('Mine'),
      { method: 'PATCH', path: `${DOCUMENTS}/${id}`, body: { title: 'Mine' } },
    ]);
    expect([answer.status, answer.body.failed_operation]).toEqual([404, 1]);
    expect((await other.client.get(`${DOCUMENTS}/${id}`)).body.title).toBe('Theirs');
    expect(await titles('Mine')).toEqual([]);
  });

  it('is done once for an Idempotency-Key, and a failure is repeated as it was', async () => {
    const headers = { 'Idempotency-Key': 'batch once' };
    const first = await send([create('Once')], {}, client, headers);
    const again = await send([create('Once')], {}, client, headers);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect(await titles('Once')).toEqual(['Once']);
    const failing = [create('Never'), { method: 'DELETE', path: `${DOCUMENTS}/doc_01jz8k3m5n7p9q1r3s5t7v9w1x` }];
    const refused = await send(failing, {}, client, { 'Idempotency-Key': 'batch failing' });
    const replayed = await send(failing, {}, client, { 'Idempotency-Key': 'batch failing' });
    expect([refused.status, refused.body.failed_operation, replayed.headers.get('idempotency-replayed')]).toEqual([
      404,
      1,
      'true',
    ]);
    expect(replayed.body.failed_operation).toBe(1);
    expect(await titles('Never')).toEqual([]);
  });

  it('is run again where another request changed a record in between', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Raced' })).body;
    const patch = (title: string) => ({ method: 'PATCH', path: `${DOCUMENTS}/${id}`, body: { title } });
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => send([create(`Race ${letter}`), patch(`Raced ${letter}`)])),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await client.get(`${DOCUMENTS}/${id}`)).body.revision).toBe(7);
    expect(await titles('Race ')).toHaveLength(6);
  });

  it('changes nothing where its connection is lost in the middle', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Locked' })).body;
    const other = await suite.database.connect();
    onTestFinished(() => other.release());
    await other.query('begin');
    await other.query('select 1 from documents where id = $1 for update', [id]);
    const sent = send([create('Killed'), { method: 'PATCH', path: `${DOCUMENTS}/${id}`, body: { title: 'Killed' } }]);
    // The batch has written its first operation and waits for the lock.
    await eventually(async () => {
      const { rows } = await suite.database.execute(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
      );
      expect(rows).toHaveLength(1);
      await suite.database.execute('select pg_terminate_backend($1)', [rows[0]!.pid]);
    });
    expect((await sent).status).toBe(503);
    await other.query('rollback');
    expect(await titles('Killed')).toEqual([]);
    expect((await client.get(`${DOCUMENTS}/${id}`)).body.title).toBe('Locked');
  });

  it('is done whole or not at all where the client leaves', async () => {
    const leaving = new AbortController();
    const sent = fetch(`${suite.base}/v1/batch`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'X-API-Key': client.key!, 'Content-Type': 'application/json' },
      body: JSON.stringify({ operations: Array.from({ length: 50 }, (_, n) => create(`Left ${n}`)) }),
    }).catch(() => null);
    await eventually(async () => {
      const { rows } = await suite.database.execute(
        `select 1 from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
      );
      expect(rows.length).toBeGreaterThan(0);
    });
    leaving.abort();
    await sent;
    await eventually(async () => expect([0, 50]).toContain((await titles('Left')).length));
  });

  it('has a dry run as a whole', async () => {
    const operations = [
      create('Tried', { ref: 'made' }),
      { method: 'PATCH', path: `${DOCUMENTS}/{made.id}`, body: { status: 'published' } },
    ];
    const answer = await send(operations, { dry_run: true });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'dry-run']);
    expect(answer.body).toMatchObject({
      dry_run: true,
      status: 200,
      result: { results: [{ status: 201 }, { status: 200 }] },
    });
    expect(answer.body.changes.map(({ action }: { action: string }) => action)).toEqual([
      'office.document.created',
      expect.stringMatching(/^office\.document\./),
    ]);
    expect((await send(operations, {}, client, { Prefer: 'dry-run' })).body.dry_run).toBe(true);
    const refused = await send([...operations, create('')], { dry_run: true });
    expect([refused.status, refused.body.failed_operation]).toEqual([400, 2]);
    const own = await send([create('Tried', { headers: { Prefer: 'dry-run' } })]);
    expect([own.status, own.body.error.details[0].field]).toEqual([400, 'Prefer']);
    expect(await titles('Tried')).toEqual([]);
  });

  it('whose answers grow too large is refused, and nothing of it is done', async () => {
    const { id } = await large('Full');
    const read = { method: 'GET', path: `${DOCUMENTS}/${id}` };
    const answer = await send([create('Full 1'), read, read, read, read]);
    expect([answer.status, answer.body.failed_operation, answer.body.error?.details[0].code]).toEqual([
      400,
      4,
      'too_large',
    ]);
    expect(await titles('Full')).toEqual(['Full']);
  });

  it('refuses an operation that a rollback does not undo', async () => {
    const upload = { name: 'a.txt', size_bytes: 1 };
    const answer = await send([{ method: 'POST', path: '/v1/office/files/upload/chunked', body: upload }]);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining('file store')]);
  });
});

describe('a batch that is not atomic', () => {
  it('does each operation by itself and has a result for each', async () => {
    const answer = await send(
      [
        create('Apart 1', { ref: 'first' }),
        create('', { ref: 'failed' }),
        { method: 'PATCH', path: `${DOCUMENTS}/{failed.id}`, body: { title: 'x' } },
        { method: 'PATCH', path: `${DOCUMENTS}/{first.id}`, body: { title: 'Apart 2' } },
        { method: 'GET', path: '/v1/nothing' },
        create('Apart 3', { headers: { prefer: 'dry-run' } }),
      ],
      { atomic: false },
    );
    expect([answer.status, statuses(answer)]).toEqual([207, [201, 400, 400, 200, 404, 200]]);
    expect(answer.body.results[2].body.error.details[0]).toMatchObject({ field: '$ref', code: 'not_found' });
    expect(answer.body.results[5].body).toMatchObject({ dry_run: true });
    expect(await titles('Apart')).toEqual(['Apart 2']);
    expect(await entriesOf('Apart')).toEqual(
      expect.arrayContaining(['office.document.created success', 'office.document.updated success']),
    );
  });

  it('makes nothing twice with an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'apart' };
    const operations = [create('Twice 1'), create(''), create('Twice 2')];
    const first = await send(operations, { atomic: false }, client, headers);
    const again = await send(operations, { atomic: false }, client, headers);
    const bodies = ({ body }: typeof first) => [body.results[0].body, body.results[2].body];
    expect(bodies(again)).toEqual(bodies(first));
    expect(again.body.results[0].headers['Idempotency-Replayed']).toBe('true');
    expect(await titles('Twice')).toEqual(['Twice 1', 'Twice 2']);
  });

  it('goes on where its client leaves', async () => {
    const leaving = new AbortController();
    const sent = fetch(`${suite.base}/v1/batch`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'X-API-Key': client.key!, 'Content-Type': 'application/json' },
      body: JSON.stringify({ atomic: false, operations: Array.from({ length: 30 }, (_, n) => create(`Gone ${n}`)) }),
    }).catch(() => null);
    await eventually(async () => expect(await titles('Gone')).not.toEqual([]));
    leaving.abort();
    await sent;
    await eventually(async () => expect(await titles('Gone')).toHaveLength(30));
  });

  it('hides nothing that is done where the answers grow too large, and does not begin what comes then', async () => {
    const { id } = await large('Room');
    const read = { method: 'GET', path: `${DOCUMENTS}/${id}` };
    const change = { method: 'PATCH', path: `${DOCUMENTS}/${id}`, body: { tags: ['changed'] } };
    const answer = await send(
      [create('Room 1'), read, read, read, change, create('Room 2', { ref: 'second' }), create('Room 3')],
      { atomic: false },
    );
    expect([answer.status, statuses(answer)], answer.text.slice(0, 500)).toEqual([
      207,
      [201, 200, 200, 200, 200, 400, 400],
    ]);
    expect(answer.body.results[4].body).toMatchObject({ id, tags: ['changed'] });
    expect(answer.body.results[5].body.error.details).toEqual([
      { field: 'operations', code: 'too_large', message: expect.stringContaining('not done') },
    ]);
    expect(await titles('Room')).toEqual(['Room', 'Room 1']);
  });

  it('has no dry run as a whole', async () => {
    const answer = await send([create('A')], { atomic: false, dry_run: true });
    expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'dry_run']);
  });
});

describe('operations', () => {
  const fieldOf = async (operations: object[], rest: object = {}) => {
    const { status, body } = await send(operations, rest);
    return [status, body.error.details?.[0]?.field];
  };

  it.each([
    ['none', [], 'operations'],
    ['101', Array.from({ length: 101 }, () => create('A')), 'operations'],
    ['a batch', [{ method: 'POST', path: '/v1/batch', body: { operations: [create('A')] } }], 'path'],
    ['a batch by another spelling', [{ method: 'POST', path: '/v1/batch/', body: { operations: [] } }], 'path'],
    ['a stream', [{ method: 'GET', path: '/v1/events/stream' }], 'path'],
    ['a file', [{ method: 'POST', path: '/v1/office/files', body: {} }], 'path'],
    ['a file as the answer', [{ method: 'GET', path: '/v1/sales/deals/export' }], 'path'],
    ['SCIM', [{ method: 'GET', path: '/v1/access/scim/v2/Users' }], 'path'],
    ['a public route', [{ method: 'GET', path: '/v1/careers/board/jobs' }], 'path'],
    ['another path', [{ method: 'GET', path: '/health' }], 'operations[0].path'],
    ['another host', [{ method: 'GET', path: 'https://example.com/v1/me' }], 'operations[0].path'],
    ['a credential', [create('A', { headers: { 'X-API-Key': 'x' } })], 'operations[0].headers.X-API-Key'],
    ['a key', [create('A', { headers: { 'idempotency-key': 'x' } })], 'operations[0].headers.idempotency-key'],
    [
      'a later ref',
      [create('A', { body: { title: { $ref: 'b.title' } } }), create('B', { ref: 'b' })],
      'operations[0].body',
    ],
    ['its own ref', [create('A', { ref: 'a', path: `${DOCUMENTS}/{a.id}` })], 'operations[0].body'],
    [
      'no field of a ref',
      [create('A', { ref: 'a' }), create('B', { body: { title: { $ref: 'a' } } })],
      'operations[1].body',
    ],
    ['one ref twice', [create('A', { ref: 'a' }), create('B', { ref: 'a' })], 'operations[1].ref'],
  ])('of %s are refused', async (_name, operations, field) => {
    const before = await titles('A');
    expect(await fieldOf(operations)).toEqual([400, field]);
    expect(await titles('A')).toEqual(before);
  });

  it('name no field that an answer does not have', async () => {
    const operations = [create('A', { ref: 'a' }), create('B', { body: { title: { $ref: 'a.constructor' } } })];
    expect((await send(operations)).body).toMatchObject({
      failed_operation: 1,
      error: { details: [{ field: '$ref' }] },
    });
  });

  it('repeat no large value by a reference', async () => {
    const large = create('Large', { ref: 'large', body: { title: 'Large', content: 'x'.repeat(2_000) } });
    const whole = { method: 'GET', path: `${DOCUMENTS}/{large.id}`, ref: 'whole' };
    for (const field of ['content', 'tags', 'permissions']) {
      const copy = create('B', { body: { title: 'B', content: { $ref: `whole.${field}` } } });
      expect((await send([large, whole, copy])).body).toMatchObject({
        failed_operation: 2,
        error: { details: [{ field: '$ref', code: 'invalid_value' }] },
      });
    }
  });

  it('of 10 MB are refused', async () => {
    const { status } = await send([create('A', { body: { title: 'A', content: 'x'.repeat(10_000_000) } })]);
    expect(status).toBe(413);
  });

  it('cost budget each', async () => {
    const limited = await startTestApp({ RATE_LIMIT: '4', ROLE: 'api' }, { beside: suite });
    onTestFinished(() => limited.close());
    const reads = Array.from({ length: 4 }, () => ({ method: 'GET', path: DOCUMENTS }));
    const answer = await send(reads, { atomic: false }, limited.client);
    expect(statuses(answer)).toEqual([200, 200, 200, 429]);
  });

  it('wait for no connection while their transaction holds one', async () => {
    const narrow = await startTestApp({ DATABASE_POOL: '5', ROLE: 'api' }, { beside: suite });
    onTestFinished(() => narrow.close());
    const operations = Array.from({ length: 20 }, (_, n) => create(`Narrow ${n}`));
    const refused = { method: 'DELETE', path: '/v1/access/users/usr_deleted' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => send(n % 2 ? operations : [...operations, refused], {}, narrow.client)),
    );
    expect(answers.map(({ status }) => status)).toEqual([409, 200, 409, 200, 409, 200, 409, 200]);
  });
});
