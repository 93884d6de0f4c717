import { Body, Controller, Module, Post } from '@nestjs/common';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { User } from '../../access/users/user.entity.js';
import { users } from '../../access/users/user.resource.js';
import { newId } from '../fields/ids.js';
import { Endpoint } from './endpoint.js';
import { Id, Text } from '../fields/fields.js';
import type { ResourceStore } from '../resource/store.js';
import { InjectStore, StoresModule } from '../resource/stores.module.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const DOCUMENTS = '/v1/office/documents';
const DAY = 86_400;

class CreateMember {
  @Text() email: string;
}
class MemberView extends CreateMember {
  @Id('usr') id: string;
}

/** A resource of which the database refuses doubles. */
@Controller('v1/test/members')
class MembersController {
  constructor(@InjectStore(User) private readonly store: ResourceStore<User>) {}

  @Post()
  @Endpoint(users, { scope: 'write', returns: MemberView })
  create(@Body() { email }: CreateMember) {
    return this.store.create({ email, display_name: email, status: 'active', roles: [] });
  }
}
@Module({ imports: [StoresModule.forFeature(User)], controllers: [MembersController] })
class MembersModule {}

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({}, { modules: [MembersModule] });
  client = suite.client;
});
afterAll(() => suite.close());

const post = (key: string, path: string, body?: unknown, by = client) =>
  by.post(path, body, { headers: { 'Idempotency-Key': key } });
const plan = (key: string, title = 'Plan', by = client) => post(key, DOCUMENTS, { title }, by);
const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed') === 'true';
const titled = async (title: string) =>
  (await suite.database.execute('select id from documents where title = $1', [title])).rows;

async function aTrashedDocument(): Promise<string> {
  const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
  await client.delete(`${DOCUMENTS}/${id}`);
  return `${DOCUMENTS}/${id}/restore`;
}

/** Holds a lock on a document until `release`, so that a request for it takes its time. */
async function hold(path: string) {
  const connection = new pg.Client(suite.settings.DATABASE_URL);
  await connection.connect();
  await connection.query('begin');
  await connection.query('select 1 from documents where id = $1 for update', [path.split('/')[4]]);
  return {
    release: async () => {
      await connection.query('rollback');
      await connection.end();
    },
  };
}

/** Resolves with the connection of the request that waits for a lock. */
async function whoWaits(): Promise<number> {
  return eventually(async () => {
    const { rows } = await suite.database.execute(
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
          and query like '%update documents%'`,
    );
    expect(rows).toHaveLength(1);
    return rows[0]!.pid;
  });
}

describe('A repeated POST', () => {
  it('gets the first answer, byte for byte, under a request id of its own', async () => {
    const first = await plan('repeat', 'repeated');
    const again = await plan('repeat', 'repeated');
    expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
    expect([again.status, again.text]).toEqual([201, first.text]);
    for (const header of ['location', 'etag', 'content-type']) {
      expect(again.headers.get(header)).toBe(first.headers.get(header));
    }
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await titled('repeated')).toHaveLength(1);
  });

  it('gets the first answer though the record has changed since', async () => {
    const path = await aTrashedDocument();
    const etag = (await client.get(path.replace('/restore', '?include_deleted=true'))).headers.get('etag')!;
    const restore = () => client.post(path, undefined, { headers: { 'Idempotency-Key': 'restore', 'If-Match': etag } });
    const first = await restore();
    await client.patch(path.replace('/restore', ''), { title: 'New' });
    const again = await restore();
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  });

  it('with another body is 400 key_reused', async () => {
    await plan('reused');
    const other = await plan('reused', 'Other');
    expect([other.status, other.body.error.details]).toEqual([
      400,
      [{ field: 'Idempotency-Key', code: 'key_reused', message: expect.any(String) }],
    ]);
    expect(isReplay(await plan('reused'))).toBe(true);
  });

  it('is another request with another credential or at another path', async () => {
    const other = await suite.withScopes('office:write');
    const stranger = (await suite.workspace()).client;
    const answers = [
      await plan('shared', 'shared'),
      await plan('shared', 'shared', other),
      await plan('shared', 'shared', stranger),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.map(isReplay)).toEqual([false, false, false]);
    expect(await titled('shared')).toHaveLength(3);
    expect((await post('shared', await aTrashedDocument())).status).toBe(200);
    expect((await post('shared', '/v1/access/api-keys', { name: 'k', scopes: ['office:read'] })).status).toBe(201);
  });

  it('runs anew after 24 hours', async () => {
    const first = await plan('day', 'daily');
    suite.clock.advance(DAY - 10);
    expect(isReplay(await plan('day', 'daily'))).toBe(true);
    suite.clock.advance(11);
    const later = await plan('day', 'daily');
    suite.clock.advance(-DAY - 1);
    expect([later.status, isReplay(later)]).toEqual([201, false]);
    expect(later.body.id).not.toBe(first.body.id);
    expect(await titled('daily')).toHaveLength(2);
  });
});

describe('Repeats at the same time', () => {
  it('make one document', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => plan('together', 'once')));
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(await titled('once')).toHaveLength(1);
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
    expect((await plan('together', 'once')).body.id).toBe(ids[0]);
  });

  it('are 409 with Retry-After while the first one runs', async () => {
    const path = await aTrashedDocument();
    const lock = await hold(path);
    const first = post('slow', path);
    await whoWaits();
    const second = await post('slow', path);
    expect([second.status, second.body.error.code, second.headers.get('retry-after')]).toEqual([409, 'CONFLICT', '1']);
    expect(isReplay(second)).toBe(false);
    expect((await plan('slow')).status).toBe(201); // another path is another key
    await lock.release();
    const { status, text } = await first;
    expect(status).toBe(200);
    const third = await post('slow', path);
    expect([third.status, third.text, isReplay(third)]).toEqual([200, text, true]);
  });

  it('may try again when the first one has lost its connection', async () => {
    const path = await aTrashedDocument();
    const lock = await hold(path);
    const first = post('killed', path);
    await suite.database.execute('select pg_terminate_backend($1)', [await whoWaits()]);
    expect([(await first).status, (await first).body.error.code]).toEqual([503, 'UNAVAILABLE']);
    await lock.release();
    const second = await post('killed', path);
    expect([second.status, isReplay(second)]).toEqual([200, false]);
  });
});

describe('A refusal', () => {
  it.each([
    ['400', async () => plan('bad', ''), async () => plan('bad')],
    [
      '404',
      async () => post('missing', `${DOCUMENTS}/${newId('doc')}/restore`),
      async () => post('missing', await aTrashedDocument()),
    ],
  ])('with %s is not saved', async (status, refused, accepted) => {
    expect((await refused()).status).toBe(Number(status));
    const next = await accepted();
    expect([next.status < 300, isReplay(next)]).toEqual([true, false]);
  });

  it('with 403 is not saved', async () => {
    const made = (await client.post('/v1/access/api-keys', { name: 'k', scopes: ['office:read'] })).body;
    const by = await suite.withScopes('office:read');
    const own = { id: made.id, client: Object.assign(by, { key: made.key }) };
    expect((await plan('scope', 'Plan', own.client)).status).toBe(403);
    await client.patch(`/v1/access/api-keys/${own.id}`, { scopes: ['office:write'] });
    const next = await plan('scope', 'Plan', own.client);
    expect([next.status, isReplay(next)]).toEqual([201, false]);
  });

  it('with 409 is saved and repeated, its first request id too', async () => {
    const path = await aTrashedDocument();
    await client.post(path);
    const first = await post('conflict', path);
    expect([first.status, isReplay(first)]).toEqual([409, false]);
    await client.delete(path.replace('/restore', ''));
    const again = await post('conflict', path);
    expect([again.status, again.text, isReplay(again)]).toEqual([409, first.text, true]);
    expect(again.body.error.request_id).toBe(first.headers.get('x-request-id'));
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('by the database, because there is such a record, is saved like any conflict', async () => {
    const path = '/v1/test/members';
    const member = (await post('a', path, { email: 'a@example.com' })).body;
    const first = await post('b', path, { email: 'a@example.com' });
    expect([first.status, first.body.error.code]).toEqual([409, 'CONFLICT']);
    await suite.database.execute('delete from users where id = $1', [member.id]);
    const again = await post('b', path, { email: 'a@example.com' });
    expect([again.status, again.text, isReplay(again)]).toEqual([409, first.text, true]);
    const { body } = await client.get('/v1/guard/audit-logs?action=access.user.created&outcome=failure');
    expect(body.meta.total).toBe(1);
  });
});

describe('The key', () => {
  it('may have 255 characters and must have one', async () => {
    expect((await plan('x'.repeat(255))).status).toBe(201);
    for (const [key, code] of [
      ['x'.repeat(256), 'too_long'],
      ['', 'invalid_value'],
    ] as const) {
      const { status, body } = await plan(key);
      const [{ field, code: found }] = body.error.details;
      expect([status, field, found]).toEqual([400, 'Idempotency-Key', code]);
    }
  });

  it('means nothing on other methods', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    const headers = { 'Idempotency-Key': 'patch' };
    for (const title of ['one', 'two']) {
      const answer = await client.patch(`${DOCUMENTS}/${id}`, { title }, { headers });
      expect([answer.body.title, isReplay(answer)]).toEqual([title, false]);
    }
  });
});
