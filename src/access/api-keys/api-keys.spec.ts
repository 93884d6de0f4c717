import type { LoggerService } from '@nestjs/common';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { newId } from '../../platform/fields/ids.js';
import { detailsOf } from '../../../test/expect-error.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { newToken } from './api-key.token.js';
import { ApiKeyUsage } from './api-keys.usage.js';

const PATH = '/v1/access/api-keys';
const DOCUMENTS = '/v1/office/documents';
const DAY = 86_400;

const log: string[] = [];
const line = (...words: unknown[]) => void log.push(words.map((word) => JSON.stringify(word)).join(' '));
const logger: LoggerService = { log: line, error: line, warn: line, debug: line, verbose: line };

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({ LOG_LEVEL: 'info' }, { logger });
  client = suite.client;
});
afterAll(() => suite.close());

/** A new key, in full. */
async function aKey(fields: object = {}, by = client) {
  const { body } = await by.post(PATH, { name: 'Key', scopes: ['office:read'], ...fields });
  return body as { id: string; key: string; expires_at: string | null; [field: string]: unknown };
}

const using = (key: string) => new Client(suite.base, key);
const inSeconds = (seconds: number) => suite.clock.iso(seconds);

/** A connection of the test's own. */
async function connect(): Promise<pg.Client> {
  const connection = new pg.Client(suite.settings.DATABASE_URL);
  await connection.connect();
  return connection;
}

/** How many look-ups of a key wait for a lock. */
async function waiting(connection: pg.Client): Promise<number> {
  const { rowCount } = await connection.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'select k.workspace_id, k.id, k.scopes%'
        and datname = current_database()`,
  );
  return rowCount!;
}

/** Runs `work` with the clock moved on. */
async function later<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  suite.clock.advance(seconds);
  try {
    return await work();
  } finally {
    suite.clock.advance(-seconds);
  }
}

describe('Sending a key', () => {
  it('works in X-API-Key and as bearer token', async () => {
    const { key } = await aKey();
    for (const headers of [
      { 'X-API-Key': key },
      { Authorization: `Bearer ${key}` },
      { Authorization: `bearer ${key}` },
      { Authorization: `Bearer ${key}`, 'X-API-Key': key },
    ]) {
      expect((await client.get(DOCUMENTS, { key: null, headers: headers as Record<string, string> })).status).toBe(200);
    }
  });

  it('is 401 with two different credentials, though both be good', async () => {
    const [one, other] = [await aKey(), await aKey()];
    const { key: token } = (await suite.signedIn('office:viewer')).client;
    for (const authorization of [`Bearer ${other.key}`, `Bearer ${token}`, 'Bearer abc', 'Basic YTpi']) {
      const answer = await using(one.key).get(DOCUMENTS, { headers: { Authorization: authorization } });
      expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
    expect((await using(`${one.key}, ${other.key}`).get(DOCUMENTS)).status).toBe(401);
  });

  it('is 401 without a key, with nonsense and with an unknown key', async () => {
    for (const key of [null, 'x', 'wsk_test_', newToken('test', 'ws_x')]) {
      const answer = await client.get(DOCUMENTS, { key });
      expect([answer.status, answer.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
      const why = key === null ? '' : ', error="invalid_token"';
      expect(answer.headers.get('www-authenticate')).toBe(`Bearer realm="workspace-suite"${why}`);
    }
    const reader = await suite.withScopes('office:read');
    const { status, headers } = await reader.post(DOCUMENTS, { title: 'Plan' });
    expect([status, headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer realm="workspace-suite", error="insufficient_scope", scope="office:write"',
    ]);
  });

  it('is a 401 that says so for a key of another environment', async () => {
    const answer = await client.get(DOCUMENTS, { key: newToken('live', 'ws_x') });
    expect(answer.status).toBe(401);
    expect(answer.body.error.message).toMatch(/another environment/);
  });

  it('takes live keys, and no others, in production', async () => {
    const production = await startTestApp({ APP_ENV: 'production' }, { logger });
    try {
      expect(production.client.key).toMatch(/^wsk_live_/);
      expect((await production.client.get(DOCUMENTS)).status).toBe(200);
      const answer = await production.client.get(DOCUMENTS, { key: newToken('test', 'ws_x') });
      expect([answer.status, answer.body.error.message]).toEqual([401, expect.stringMatching(/another environment/)]);
    } finally {
      await production.close();
    }
  });

  it('refuses a bad checksum without asking the database', async () => {
    const [blocker, other] = [await connect(), await connect()];
    await blocker.query('begin; lock table api_keys in access exclusive mode');
    const genuine = newToken('test', 'ws_x');
    const asked = client.get(DOCUMENTS, { key: genuine });
    const mistyped = genuine.slice(0, -1) + (genuine.endsWith('A') ? 'B' : 'A');
    expect((await client.get(DOCUMENTS, { key: mistyped })).status).toBe(401); // while the other one has to wait
    await eventually(async () => expect(await waiting(other)).toBe(1));
    await blocker.query('rollback');
    await Promise.all([blocker.end(), other.end()]);
    expect((await asked).status).toBe(401);
  });
});

describe('Scopes', () => {
  it.each([
    [['office:read'], 200, 403, 403],
    [['office:write'], 403, 201, 403],
    [['office:read', 'office:write'], 200, 201, 403],
    [['read:all'], 200, 403, 200],
    [['write:all'], 403, 201, 403],
    [['guard:read'], 403, 403, 200],
  ])('%j: reading %i, writing %i, the audit log %i', async (scopes, reading, writing, auditing) => {
    const { key } = await aKey({ scopes });
    const by = using(key);
    expect((await by.get(DOCUMENTS)).status).toBe(reading);
    expect((await by.post(DOCUMENTS, { title: 'Plan' })).status).toBe(writing);
    expect((await by.get('/v1/guard/audit-logs')).status).toBe(auditing);
  });

  it('are named where they are missing', async () => {
    const reader = await suite.withScopes('office:read');
    const { status, body } = await reader.post(DOCUMENTS, { title: 'Plan' });
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(body.error.message).toContain('office:write');
  });

  it('guard the keys themselves', async () => {
    const { id } = await aKey();
    const reader = await suite.withScopes('access:read');
    expect((await reader.get(`${PATH}/${id}`)).status).toBe(200);
    const answers = [
      await reader.post(PATH, { name: 'x', scopes: ['access:read'] }),
      await reader.patch(`${PATH}/${id}`, { name: 'x' }),
      await reader.post(`${PATH}/${id}/rotate`),
      await reader.delete(`${PATH}/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await (await suite.withScopes('access:write')).get(PATH)).status).toBe(403);
  });
});

describe('POST /v1/access/api-keys', () => {
  it('makes a key and shows it this once', async () => {
    const expires_at = inSeconds(DAY);
    const created = await client.post(PATH, { name: ' Import ', scopes: ['office:read', 'read:all'], expires_at });
    expect(created.status).toBe(201);
    const { key, ...shown } = created.body;
    expect(key).toMatch(/^wsk_test_[0-9A-Za-z]{36}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'Import',
      scopes: ['office:read', 'read:all'],
      operator: false,
      status: 'active',
      key_prefix: key.slice(0, 15),
      last_four: key.slice(-4),
      created_by: suite.ownerId,
      created_at: expect.any(String),
      expires_at,
      last_used_at: null,
      last_used_ip: null,
      rotated_from: null,
    });
    expect(created.headers.get('location')).toBe(`${PATH}/${shown.id}`);
    expect((await client.get(`${PATH}/${shown.id}`)).body).toEqual(shown);
  });

  it.each([
    [{ scopes: ['office:delete'] }, 'scopes[0] invalid_value'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at out_of_range'],
  ])('refuses %j', async (fields, problem) => {
    const answer = await client.post(PATH, { name: 'Key', scopes: ['office:read'], ...fields });
    expect([answer.status, ...detailsOf(answer)]).toEqual([400, problem]);
  });

  it('does not make a key with scopes broader than the own ones', async () => {
    const minter = await suite.withScopes('access:write', 'office:read');
    expect((await minter.post(PATH, { name: 'x', scopes: ['office:read'] })).status).toBe(201);
    for (const scope of ['office:write', 'read:all', 'access:read']) {
      const { status, body } = await minter.post(PATH, { name: 'x', scopes: ['office:read', scope] });
      expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    }
    const reader = await suite.withScopes('access:write', 'read:all');
    expect((await reader.post(PATH, { name: 'x', scopes: ['sales:read', 'read:all'] })).status).toBe(201);
  });

  it('names the maker of the key that makes it', async () => {
    const minter = using((await aKey({ scopes: ['access:write'] })).key);
    expect(await aKey({ scopes: ['access:write'] }, minter)).toMatchObject({ created_by: suite.ownerId });
  });

  it('gives the same key to a repeat, and keeps its copy encrypted', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const input = { name: 'Key', scopes: ['office:read'] };
    const first = await client.post(PATH, input, { headers });
    const again = await client.post(PATH, input, { headers });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    const { rows } = await suite.database.execute('select * from idempotency_keys where key = $1', ['once']);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ encrypted: true });
    expect(JSON.stringify(rows[0])).not.toContain(first.body.key);
    expect(rows[0]!.body).not.toContain(first.body.id);
  });

  it('keeps the key itself nowhere', async () => {
    const { id, key } = await aKey();
    await using(key).get(DOCUMENTS);
    await using(key).post(DOCUMENTS, { title: 'Plan' });
    await client.post(`${PATH}/${id}/rotate`);
    const tables = await suite.database.execute(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables.rows) {
      const { rows } = await suite.database.execute(`select 1 from "${name}" t where t::text like $1`, [`%${key}%`]);
      expect([name, rows]).toEqual([name, []]);
    }
    expect(log.some((entry) => entry.includes(id))).toBe(true);
    expect(log.some((entry) => entry.includes(key))).toBe(false);
  });

  it('does not note the hash either', async () => {
    const { id } = await aKey();
    await client.patch(`${PATH}/${id}`, { name: 'New' });
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}`)).body;
    expect(data).toHaveLength(2);
    // Once they are sealed, entries have hashes of their own.
    const texts = data.map(({ prev_hash: _, hash: __, ...entry }: any) => JSON.stringify(entry));
    expect(texts.join()).not.toMatch(/[0-9a-f]{64}/);
  });
});

describe('GET /v1/access/api-keys', () => {
  it('tells statuses apart, one by one and as a filter', async () => {
    const own = await suite.workspace();
    const path = async (fields: object) =>
      `${PATH}/${(await aKey({ scopes: ['office:read'], ...fields }, own.client)).id}`;
    const revoked = await path({ name: 'revoked' });
    await own.client.delete(revoked);
    await own.client.post(`${await path({ name: 'expiring' })}/rotate`);
    await path({ name: 'expired', expires_at: inSeconds(60) });
    await later(61, async () => {
      const { data } = (await own.client.get(`${PATH}?sort=name:asc`)).body;
      expect(data.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`)).toEqual([
        'First key active',
        'expired expired',
        'expiring expiring',
        'expiring active',
        'revoked revoked',
      ]);
      for (const [status, count] of Object.entries({ active: 2, expiring: 1, expired: 1, revoked: 1 })) {
        const page = (await own.client.get(`${PATH}?status=${status}`)).body;
        expect(page.data.map((key: { status: string }) => key.status)).toEqual(Array(count).fill(status));
        expect(page.meta.total).toBe(count);
      }
    });
    expect((await own.client.get(`${PATH}?status=expired`)).body.meta.total).toBe(0);
  });

  it('finds those that somebody made', async () => {
    const { userId, client: other } = await suite.signedIn('access:admin');
    const mine = (await other.post(PATH, { name: 'Of mine', scopes: ['access:read'] })).body;
    const { body } = await client.get(`${PATH}?created_by=${userId}`);
    expect([body.meta.total, body.data.map(({ id }: any) => id)]).toEqual([1, [mine.id]]);
    expect((await client.get(`${PATH}?created_by=me`)).status).toBe(400);
  });

  it('never shows the key or its hash', async () => {
    const { key } = await aKey();
    const { body, text } = await client.get(`${PATH}?limit=100`);
    expect(text).not.toContain(key);
    expect(Object.keys(body.data[0])).not.toEqual(expect.arrayContaining(['hash']));
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  });

  it('shows only keys of the own workspace', async () => {
    const other = await suite.workspace();
    const { id } = await aKey();
    expect((await other.client.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.client.patch(`${PATH}/${id}`, { name: 'x' })).status).toBe(404);
    expect((await other.client.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.client.get(PATH)).body.meta.total).toBe(1);
  });

  it('says when and from where a key was last used, in batches', async () => {
    const { id, key } = await aKey();
    const etag = (await client.get(`${PATH}/${id}`)).headers.get('etag')!;
    expect((await client.get(`${PATH}/${id}`, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const usedAt = async () => (await client.get(`${PATH}/${id}`)).body;
    // No request waits until its use is written down.
    const blocker = await connect();
    await blocker.query('begin');
    await blocker.query('select 1 from api_keys where id = $1 for update', [id]);
    expect((await using(key).get(DOCUMENTS)).status).toBe(200);
    expect(await usedAt()).toMatchObject({ last_used_at: null });
    await blocker.end();
    await later(5, () => using(key).get(DOCUMENTS));
    // The next batch may be on its way by itself.
    const { last_used_at } = await eventually(async () => {
      await suite.app.get(ApiKeyUsage).flush();
      const used = await usedAt();
      expect(Date.parse(used.last_used_at) - Date.parse(used.created_at)).toBeGreaterThanOrEqual(5_000);
      expect(used.last_used_ip).toBe('127.0.0.1');
      return used;
    });
    await using(key).get(DOCUMENTS); // an older use does not win
    await suite.app.get(ApiKeyUsage).flush();
    expect(await usedAt()).toMatchObject({ last_used_at });
    // A use is no change: the ETag still serves If-Match, but what a client has seen is out of date.
    expect((await client.get(`${PATH}/${id}`, { headers: { 'If-None-Match': etag } })).status).toBe(200);
    expect((await client.patch(`${PATH}/${id}`, { name: 'New' }, { headers: { 'If-Match': etag } })).status).toBe(200);
  });
});

describe('PATCH /v1/access/api-keys/{id}', () => {
  it('changes name, scopes and end, and scopes hold at once', async () => {
    const { id, key } = await aKey();
    expect((await using(key).get(DOCUMENTS)).status).toBe(200);
    const changes = { name: 'New', scopes: ['sales:read'], expires_at: inSeconds(60) };
    const changed = await client.patch(`${PATH}/${id}`, changes);
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(changes)]);
    expect((await using(key).get(DOCUMENTS)).status).toBe(403);
    expect((await client.patch(`${PATH}/${id}`, { expires_at: null })).body).toMatchObject({ expires_at: null });
    const [entry] = (await client.get(`/v1/guard/audit-logs?resource_id=${id}`)).body.data;
    expect(entry).toMatchObject({ action: 'access.api_key.updated', changes: { expires_at: { to: null } } });
  });

  it('refuses a past end, and any change of a key that has ended', async () => {
    const { id } = await aKey({ expires_at: inSeconds(60) });
    expect(detailsOf(await client.patch(`${PATH}/${id}`, { expires_at: '2020-01-01T00:00:00Z' }))).toEqual([
      'expires_at out_of_range',
    ]);
    await later(61, async () => expect((await client.patch(`${PATH}/${id}`, { name: 'x' })).status).toBe(409));
    await client.delete(`${PATH}/${id}`);
    expect((await client.patch(`${PATH}/${id}`, { name: 'x' })).status).toBe(409);
  });

  it('does not let anybody touch a key broader than their own, or broaden one', async () => {
    const broad = await aKey({ scopes: ['office:read', 'sales:read'] });
    const narrow = await aKey({ scopes: ['office:read'] });
    const by = await suite.withScopes('access:write', 'office:read');
    const answers = [
      await by.patch(`${PATH}/${broad.id}`, { name: 'x' }),
      await by.patch(`${PATH}/${broad.id}`, { scopes: ['office:read'] }),
      await by.post(`${PATH}/${broad.id}/rotate`),
      await by.delete(`${PATH}/${broad.id}`),
      await by.patch(`${PATH}/${narrow.id}`, { scopes: ['office:read', 'office:write'] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await by.patch(`${PATH}/${narrow.id}`, { name: 'x' })).status).toBe(200);
    expect((await by.delete(`${PATH}/${narrow.id}`)).status).toBe(204);
  });
});

describe('POST /v1/access/api-keys/{id}/rotate', () => {
  const rotate = (id: string, body?: object) => client.post(`${PATH}/${id}/rotate`, body);

  it('gives a new key, and the old one works for a day', async () => {
    const old = await aKey({ name: 'Import', scopes: ['office:read'] });
    const rotated = await rotate(old.id);
    expect(rotated.status).toBe(201);
    expect(rotated.headers.get('location')).toBe(`${PATH}/${rotated.body.id}`);
    expect(rotated.body).toMatchObject({
      name: 'Import',
      scopes: ['office:read'],
      status: 'active',
      rotated_from: old.id,
      expires_at: null,
      created_by: suite.ownerId,
    });
    expect(rotated.body.key).not.toBe(old.key);
    const { status, expires_at } = (await client.get(`${PATH}/${old.id}`)).body;
    expect(status).toBe('expiring');
    const grace = Date.parse(expires_at) - Date.parse(rotated.body.created_at);
    expect(Math.round(grace / 3_600_000)).toBe(24);
    expect((await using(old.key).get(DOCUMENTS)).status).toBe(200);
    expect((await using(rotated.body.key).get(DOCUMENTS)).status).toBe(200);
    await later(DAY + 1, async () => {
      expect((await using(old.key).get(DOCUMENTS)).status).toBe(401);
      expect((await using(rotated.body.key).get(DOCUMENTS)).status).toBe(200);
    });
    const trail = (await client.get(`/v1/guard/audit-logs?resource_id=${old.id}`)).body.data;
    expect(trail[0]).toMatchObject({ action: 'access.api_key.rotated', outcome: 'success' });
  });

  it('ends the old key at once without grace', async () => {
    const old = await aKey();
    expect((await using(old.key).get(DOCUMENTS)).status).toBe(200);
    expect((await rotate(old.id, { grace_period_seconds: 0 })).status).toBe(201);
    expect((await using(old.key).get(DOCUMENTS)).status).toBe(401);
    expect((await client.get(`${PATH}/${old.id}`)).body.status).toBe('expired');
  });

  it('gives a week of grace at most', async () => {
    const old = await aKey();
    for (const grace_period_seconds of [-1, 604_801]) {
      expect(detailsOf(await rotate(old.id, { grace_period_seconds }))).toEqual(['grace_period_seconds out_of_range']);
    }
    await rotate(old.id, { grace_period_seconds: 604_800 });
    await later(604_790, async () => expect((await using(old.key).get(DOCUMENTS)).status).toBe(200));
    await later(604_801, async () => expect((await using(old.key).get(DOCUMENTS)).status).toBe(401));
  });

  it('never lets the old key outlive its own end, nor the new one', async () => {
    const expires_at = inSeconds(60);
    const old = await aKey({ expires_at });
    expect((await rotate(old.id)).body).toMatchObject({ expires_at });
    expect((await client.get(`${PATH}/${old.id}`)).body).toMatchObject({ expires_at, status: 'expiring' });
  });

  it('gives the end it was made with when it is rotated once more', async () => {
    const expires_at = inSeconds(10 * DAY);
    const old = await aKey({ expires_at });
    await rotate(old.id);
    expect((await rotate(old.id)).body).toMatchObject({ expires_at });
    const endless = await aKey();
    await rotate(endless.id);
    expect((await rotate(endless.id)).body).toMatchObject({ expires_at: null });
  });

  it('is active again when the end of the old key is taken back', async () => {
    const old = await aKey();
    await rotate(old.id);
    expect((await client.patch(`${PATH}/${old.id}`, { expires_at: null })).body.status).toBe('active');
    const found = (await client.get(`${PATH}?status=active&limit=100`)).body.data;
    expect(found.some(({ id }: { id: string }) => id === old.id)).toBe(true);
  });

  it('refuses expired and revoked keys', async () => {
    const [expired, revoked] = [await aKey({ expires_at: inSeconds(60) }), await aKey()];
    await client.delete(`${PATH}/${revoked.id}`);
    const refused = await rotate(revoked.id);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    await later(60, async () => expect((await rotate(expired.id)).status).toBe(409));
    expect((await rotate(newId('key'))).status).toBe(404);
  });
});

describe('DELETE /v1/access/api-keys/{id}', () => {
  it('revokes at once, in other processes too, and keeps the record', async () => {
    const beside = await startTestApp({}, { beside: suite, logger });
    try {
      const { id, key } = await aKey();
      const there = new Client(beside.base, key);
      expect((await using(key).get(DOCUMENTS)).status).toBe(200);
      expect((await there.get(DOCUMENTS)).status).toBe(200);
      expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
      expect((await using(key).get(DOCUMENTS)).status).toBe(401);
      await eventually(async () => expect((await there.get(DOCUMENTS)).status).toBe(401));
      expect((await there.get(DOCUMENTS)).body.error.message).toMatch(/revoked/);
      expect((await client.get(`${PATH}/${id}`)).body.status).toBe('revoked');
      expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
      const trail = (await client.get(`/v1/guard/audit-logs?resource_id=${id}&outcome=success`)).body.data;
      expect(trail.map(({ action }: { action: string }) => action)).toEqual([
        'access.api_key.revoked',
        'access.api_key.created',
      ]);
    } finally {
      await beside.close();
    }
  });

  it('holds for a request that began before and has not arrived as a whole', async () => {
    const { id, key } = await aKey({ scopes: ['access:write'] });
    const body = JSON.stringify({ name: 'Late', scopes: ['access:write'] });
    const late = request(`${suite.base}${PATH}`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length },
    });
    late.write(body.slice(0, 10));
    await eventually(async () => {
      await suite.app.get(ApiKeyUsage).flush();
      expect((await client.get(`${PATH}/${id}`)).body.last_used_at).not.toBeNull();
    });
    await later(2, async () => {
      await client.delete(`${PATH}/${id}`);
      late.end(body.slice(10));
      const [answer] = (await once(late, 'response')) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode).toBe(401);
    });
  });

  it('holds for a key that was just being looked up', async () => {
    const [{ id, key }, marker] = [await aKey(), await aKey()];
    expect((await using(marker.key).get(DOCUMENTS)).status).toBe(200); // known from here on
    const [blocker, other] = [await connect(), await connect()];
    await blocker.query('begin; lock table api_keys in access exclusive mode');
    const lookedUp = using(key).get(DOCUMENTS);
    await eventually(async () => expect(await waiting(other)).toBe(1));
    await other.query(`begin; notify suite_api_keys, '${id}'; notify suite_api_keys, '${marker.id}'; commit`);
    // Once the marker has to be looked up again, both have been heard.
    const others: Promise<unknown>[] = [];
    await eventually(async () => {
      others.push(using(marker.key).get(DOCUMENTS));
      expect(await waiting(other)).toBeGreaterThan(1);
    });
    await blocker.query('rollback');
    await Promise.all([lookedUp, ...others]);
    await other.query('update api_keys set revoked_at = now() where id = $1', [id]);
    await Promise.all([blocker.end(), other.end()]);
    expect((await using(key).get(DOCUMENTS)).status).toBe(401);
  });

  it('holds also where the process that revoked it dies before it has told so', async () => {
    const { id, key } = await aKey();
    expect((await using(key).get(DOCUMENTS)).status).toBe(200);
    const other = await connect();
    await other.query(`notify suite_api_keys, '${id} a-change'`);
    // From when that is heard until the change ends, nothing is kept.
    await other.query(`update api_keys set scopes = '{access:read}' where id = $1`, [id]);
    await expect.poll(async () => (await using(key).get(DOCUMENTS)).status).toBe(403);
    await other.query('update api_keys set revoked_at = now() where id = $1', [id]);
    await other.end();
    expect((await using(key).get(DOCUMENTS)).status).toBe(401);
  });
});

describe('A key that has expired', () => {
  it('is 401, and readable with its status', async () => {
    const { id, key } = await aKey({ expires_at: inSeconds(60) });
    expect((await using(key).get(DOCUMENTS)).status).toBe(200);
    await later(60, async () => {
      const answer = await using(key).get(DOCUMENTS);
      expect([answer.status, answer.body.error.message]).toEqual([401, expect.stringMatching(/expired/)]);
      expect((await client.get(`${PATH}/${id}`)).body.status).toBe('expired');
    });
  });
});
