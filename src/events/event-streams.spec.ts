import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StreamReader } from '../../test/support/event-stream.js';
import { type FailingTable, failingTable } from '../../test/support/failing-table.js';
import { Client, startTestApp, type TestApp } from '../../test/support/test-app.js';

const DOCUMENTS = '/v1/office/documents';

/** Two processes: writes go to the first one, streams are open in the second one. */
let suite: TestApp;
let beside: TestApp;
let client: Client;
let workspaceId: string;
beforeAll(async () => {
  suite = await startTestApp();
  beside = await startTestApp({ ROLE: 'api', STREAMS_MAX: '8' }, { beside: suite });
});
beforeEach(async () => {
  ({ client, id: workspaceId } = await suite.workspace());
});
const readers: StreamReader[] = [];
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close()));
  await expect.poll(open).toBe(0);
});
afterAll(async () => {
  await beside.close();
  await suite.close();
});

/** The number of open streams of the second process. */
async function open(): Promise<number> {
  const { text } = await new Client(beside.base, null).get('/metrics');
  return Number(/^event_streams (\d+)$/m.exec(text)?.[1]);
}
async function stream(by: Client = client, query = '', headers: Record<string, string> = {}): Promise<StreamReader> {
  const reader = await StreamReader.open(by, query, headers, beside.base);
  if (reader.response.ok) readers.push(reader);
  return reader;
}
const write = async (title: string, more: object = {}) => (await client.post(DOCUMENTS, { title, ...more })).body.id;
const listed = async (query = '') => (await client.get(`/v1/events?limit=100&${query}`)).body.data;
/** Puts events into the outbox, as many as a test would take long to make. */
const happen = (count: number, bytes = 10) =>
  suite.database.execute(
    `insert into outbox (workspace_id, id, type, timestamp, actor_type, actor_id, payload, private_to)
     select $1, 'evt_' || lpad(n::text, 26, '0'), 'office.document.updated', $2, 'system', null,
       jsonb_build_object('title', repeat('x', $3::int)), '' from generate_series(1, $4::int) n`,
    [workspaceId, suite.clock.iso(), bytes, count],
  );

describe('GET /v1/events/stream', () => {
  it('sends what happens from now on, as the log has it', async () => {
    await write('Before');
    await expect.poll(() => listed()).toHaveLength(1);
    const reader = await stream(client, '', { 'Accept-Encoding': 'gzip' });
    const { headers } = reader.response;
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('content-encoding')).toBeNull();
    await expect.poll(() => reader.ids).toEqual(['1']);

    const id = await write('Plan');
    await client.patch(`${DOCUMENTS}/${id}`, { title: 'Plan B' });
    await client.post('/v1/sales/contacts', { display_name: 'Ada' });
    const sent = await reader.received(3);
    const log = (await listed()).slice(1);
    expect(sent.map(({ data }) => data)).toEqual(log);
    expect(sent.map((each) => each.id)).toEqual(['2', '3', '4']);
    expect(reader.types).toEqual(log.map(({ type }: any) => type));
  });

  it('sends the types that are asked for', async () => {
    const reader = await stream(client, 'types=sales.*,office.document.deleted');
    const id = await write('Plan');
    await client.post('/v1/sales/contacts', { display_name: 'Ada' });
    await client.delete(`${DOCUMENTS}/${id}`);
    await reader.received(2);
    expect(reader.types).toEqual(['sales.contact.created', 'office.document.deleted']);
  });

  it('goes on without a hole or a repetition, while more comes', async () => {
    await happen(450);
    await write('Early');
    await expect.poll(async () => (await listed('after_sequence=450')).length).toBe(1);
    const reader = await stream(client, 'after_sequence=7');
    const late = await Promise.all(Array.from({ length: 20 }, (_, n) => write(`Late ${n}`)));
    const sent = await reader.received(444 + late.length);
    expect(sent.map(({ id }) => Number(id))).toEqual(Array.from({ length: 464 }, (_, n) => n + 8));
    // A browser that comes back repeats the address, so the header is newer.
    const again = await stream(client, 'after_sequence=7', { 'Last-Event-ID': '469' });
    expect((await again.received(2)).map(({ id }) => id)).toEqual(['470', '471']);
  });

  it.each([
    ['after_sequence=2', {}, 'after_sequence', 'out_of_range', 'after_sequence must be at most 1, the newest event.'],
    ['', { 'Last-Event-ID': '2' }, 'Last-Event-ID', 'out_of_range', 'Last-Event-ID must be at most 1'],
    ['', { 'Last-Event-ID': 'x' }, 'Last-Event-ID', 'invalid_format', 'Last-Event-ID must be the sequence'],
    ['after_sequence=-1', {}, 'after_sequence', 'out_of_range', 'after_sequence must be'],
    ['types=office.*,nothing', {}, 'types', 'invalid_value', 'types must be event types'],
  ])('refuses %s %j', async (query, headers, field, code, message) => {
    await write('Plan');
    await expect.poll(() => listed()).toHaveLength(1);
    const { status, error } = await (await stream(client, query, headers as Record<string, string>)).refusal();
    expect([status, error.details]).toEqual([400, [{ field, code, message: expect.stringContaining(message) }]]);
  });

  it('names the oldest event where those that are asked for are gone', async () => {
    await write('Old');
    await write('New');
    await expect.poll(() => listed()).toHaveLength(2);
    await suite.database.execute(
      `update events set timestamp = timestamp - interval '31 days' where workspace_id = $1 and sequence = 1`,
      [workspaceId],
    );
    const { status, error } = await (await stream(client, 'after_sequence=0')).refusal();
    expect([status, error.details[0].message]).toEqual([
      400,
      'after_sequence must be at least 1: the oldest event is 2.',
    ]);
    expect((await (await stream(client, 'after_sequence=1')).received(1))[0]!.id).toBe('2');
  });
});

describe('a stream shows', () => {
  it('only events of apps that the credential may read, and no private ones of others', async () => {
    const member = (await client.signedIn('office:member', 'sales:viewer')).client;
    const sales = (await client.signedIn('sales:viewer')).client;
    const admin = (await client.signedIn('office:admin')).client;
    const [own, other, all] = [
      await stream(member, 'types=office.document.created,sales.*'),
      await stream(sales, 'types=office.document.created,sales.*'),
      await stream(admin, 'types=office.document.created'),
    ];
    await write('Private');
    await write('Shared', { permissions: { visibility: 'workspace' } });
    await member.post(DOCUMENTS, { title: 'Own' });
    await client.post('/v1/sales/contacts', { display_name: 'Ada' });
    const shown = (reader: StreamReader) => reader.sent.map(({ data }) => data.payload.title ?? data.type);
    await expect.poll(() => shown(own)).toEqual(['Shared', 'Own', 'sales.contact.created']);
    await expect.poll(() => shown(all)).toEqual(['Private', 'Shared', 'Own']);
    await expect.poll(() => shown(other)).toEqual(['sales.contact.created']);
  });

  it('nothing that a policy denies, from the moment on when it becomes active', async () => {
    const reader = await stream(client, 'types=office.document.created,sales.contact.created');
    await write('Before', { tags: ['secret'] });
    await reader.received(1);
    const { body } = await client.post('/v1/guard/policies', {
      name: 'No secrets',
      effect: 'deny',
      principals: [{ type: 'any' }],
      actions: ['office:read'],
      resources: [{ type: 'office.document', tag: 'secret' }],
      status: 'inactive',
    });
    expect((await client.patch(`/v1/guard/policies/${body.id}`, { status: 'active' })).status).toBe(200);
    await write('Hidden', { tags: ['secret'] });
    await write('Shown');
    await client.post('/v1/sales/contacts', { display_name: 'Ada' });
    await reader.received(3);
    expect(reader.sent.map(({ data }) => data.payload.title)).toEqual(['Before', 'Shown', undefined]);
    // A right is asked for at the time an event is sent, for past events too.
    const again = await stream(client, 'after_sequence=0&types=office.document.created');
    await again.received(1);
    await write('Last');
    await again.received(2);
    expect(again.sent.map(({ data }) => data.payload.title)).toEqual(['Shown', 'Last']);
  });

  it('nothing that happens after a policy became active, while events are on their way', async () => {
    const reader = await stream(client, 'types=office.document.created');
    const body = {
      name: 'No secrets',
      effect: 'deny',
      principals: [{ type: 'any' }],
      actions: ['office:read'],
      resources: [{ type: 'office.document', tag: 'secret' }],
      status: 'inactive',
    };
    const { id } = (await client.post('/v1/guard/policies', body)).body;
    const hidden: string[] = [];
    let [active, stops] = [false, false];
    const writing = (async () => {
      while (!stops) {
        const isHidden = active;
        const made = await write('Secret', { tags: ['secret'] });
        if (isHidden) hidden.push(made);
      }
    })();
    await reader.received(3);
    expect((await client.patch(`/v1/guard/policies/${id}`, { status: 'active' })).status).toBe(200);
    active = true;
    await expect.poll(() => hidden.length).toBeGreaterThan(3);
    stops = true;
    await writing;
    await write('Last');
    await expect.poll(() => reader.sent.at(-1)!.data.payload.title).toBe('Last');
    expect(reader.sent.filter(({ data }) => hidden.includes(data.payload.document_id))).toEqual([]);
  });

  it('what the roles of a user give at that time', async () => {
    const { client: user, userId } = await client.signedIn('office:viewer', 'sales:viewer');
    const reader = await stream(user, 'types=office.document.created,sales.contact.created');
    await write('Before', { permissions: { visibility: 'workspace' } });
    await reader.received(1);
    const roles = { roles: ['sales:viewer'] };
    expect((await client.patch(`/v1/access/users/${userId}`, roles)).status).toBe(200);
    await write('After', { permissions: { visibility: 'workspace' } });
    await client.post('/v1/sales/contacts', { display_name: 'Ada' });
    await reader.received(2);
    expect(reader.types).toEqual(['office.document.created', 'sales.contact.created']);
  });
});

describe('a credential that cannot be checked', () => {
  let keys: FailingTable;
  beforeEach(async () => {
    keys = await failingTable(suite, 'api_keys');
  });
  afterEach(() => keys.restore());

  async function aStream() {
    const { body } = await client.post('/v1/access/api-keys', {
      name: 'Key',
      scopes: ['office:read'],
    });
    const reader = await stream(new Client(suite.base, body.key), 'types=office.document.created');
    const fail = async (code: string) => {
      await keys.fail(body.id, code);
      await suite.database.execute('select pg_notify($1, $2)', ['suite_api_keys', body.id]);
      await expect.poll(() => keys.failures()).toBeGreaterThan(0);
    };
    return { reader, fail };
  }
  const titles = ({ sent }: StreamReader) => sent.map(({ data }) => data.payload.title);
  const shared = { permissions: { visibility: 'workspace' } };

  it('because the database is busy stops nobody else, and goes on without a hole', async () => {
    const [one, other] = [await aStream(), await aStream()];
    await one.fail('53200');
    await write('First', shared);
    await write('Second', shared);
    await expect.poll(() => titles(other.reader)).toEqual(['First', 'Second']);
    expect([titles(one.reader), one.reader.ended]).toEqual([[], false]);
    await keys.mend();
    await expect.poll(() => titles(one.reader)).toEqual(['First', 'Second']);
    await write('Third', shared);
    for (const { reader } of [one, other])
      await expect.poll(() => titles(reader)).toEqual(['First', 'Second', 'Third']);
  });

  it('for another reason is disconnected, alone', async () => {
    const [one, other] = [await aStream(), await aStream()];
    await one.fail('XX000');
    await one.reader.end();
    await write('Plan', shared);
    await expect.poll(() => titles(other.reader)).toEqual(['Plan']);
    expect(other.reader.ended).toBe(false);
  });
});

describe('a stream ends', () => {
  it('with its credential, whichever process ends that', async () => {
    const { body: key } = await client.post('/v1/access/api-keys', { name: 'Key', scopes: ['office:read'] });
    const user = await client.signedIn('office:viewer');
    const byKey = await stream(new Client(suite.base, key.key));
    const byUser = await stream(user.client);
    expect((await client.delete(`/v1/access/api-keys/${key.id}`)).status).toBe(204);
    await byKey.end();
    expect(byUser.ended).toBe(false);
    expect((await client.post(`/v1/access/users/${user.userId}/deactivate`)).status).toBe(200);
    await byUser.end();
  });

  it('when its credential expires', async () => {
    const expires_at = suite.clock.iso(3_600);
    const { body } = await client.post('/v1/access/api-keys', { name: 'Key', scopes: ['office:read'], expires_at });
    const reader = await stream(new Client(suite.base, body.key));
    beside.clock.advance(3_601);
    await reader.end();
    beside.clock.advance(-3_601);
  });

  it('with its process, and goes on in another one where it was', async () => {
    const stopped = await startTestApp({ ROLE: 'api' }, { beside: suite });
    const reader = await StreamReader.open(client, '', {}, stopped.base);
    const first = await write('First');
    await reader.received(1);
    await stopped.close();
    await reader.end();
    const second = await write('Second');
    const again = await stream(client, '', { 'Last-Event-ID': reader.sent.at(-1)!.id });
    await again.received(1);
    const ids = [...reader.sent, ...again.sent].map(({ data }) => data.payload.document_id);
    expect(ids).toEqual([first, second]);
  });

  it('when its client reads nothing, without keeping the others waiting', async () => {
    const other = await stream(client, 'types=office.document.created');
    const silent = connect(Number(new URL(beside.base).port), '127.0.0.1');
    await once(silent, 'connect');
    silent.write(`GET /v1/events/stream HTTP/1.1\r\nHost: x\r\nX-API-Key: ${client.key}\r\nConnection: close\r\n\r\n`);
    await expect.poll(open).toBe(2);
    // More than the buffers of the operating system take.
    await happen(600, 60_000);
    await write('Plan');
    await expect.poll(open).toBe(1);
    await other.received(1);
    silent.destroy();
  });
});

describe('too many streams', () => {
  it('of a credential are refused until one is closed', async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => stream()));
    const refused = await stream();
    expect(refused.response.headers.get('retry-after')).toBe('15');
    expect(await refused.refusal()).toMatchObject({
      status: 429,
      error: { message: 'A credential has at most 5 open streams. Close one first.' },
    });
    await five[0]!.close();
    await expect.poll(open).toBe(4);
    expect((await stream()).response.status).toBe(200);
  });

  it('of a process are refused', async () => {
    const { client: other } = await suite.workspace();
    for (const by of [client, client, client, client, other, other, other, other]) await stream(by);
    const refused = await stream(other);
    expect(refused.response.headers.get('retry-after')).toBe('15');
    expect((await refused.refusal()).status).toBe(429);
  });
});
