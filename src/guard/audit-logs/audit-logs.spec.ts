import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { authorizePath, browserOf, newProof, redeem, registerClient, tokensOf } from '../../../test/support/oauth.js';
import { makeUser } from '../../../test/support/people.js';
import { newId } from '../../platform/fields/ids.js';
import { Sealer } from '../sealing/sealer.js';
import { type Answer, Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/guard/audit-logs';
const DOCUMENTS = '/v1/office/documents';
const KEYS = '/v1/access/api-keys';

let suite: TestApp;
/** A fresh workspace for each test, so that its trail holds nothing else. */
let client: Client;
let workspaceId: string;
let ownerId: string;
let firstKey: string;
beforeAll(async () => {
  suite = await startTestApp({ TRUST_PROXY: '1' });
});
beforeEach(async () => {
  ({ client, id: workspaceId, ownerId } = await suite.workspace());
  firstKey = (await client.get(KEYS)).body.data[0].id;
});
afterAll(() => suite.close());

/** The trail of the workspace, newest first, without the entries of its creation. */
async function trail(query = '') {
  const { body } = await client.get(`${PATH}?actor_id=${firstKey}&limit=100${query && `&${query}`}`);
  return body.data as Record<string, any>[];
}

const requestId = ({ headers }: Answer) => headers.get('x-request-id');

describe('An entry', () => {
  it('tells who did what to which record, when and from where', async () => {
    const answer = await client.post(
      DOCUMENTS,
      { title: 'Plan' },
      { headers: { 'User-Agent': 'a tester', 'X-Forwarded-For': '203.0.113.7' } },
    );
    const [{ sequence: _, prev_hash: __, hash: ___, ...entry } = {}, ...more] = await trail();
    expect([entry, ...more]).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        timestamp: answer.body.created_at,
        actor: { type: 'api_key', id: firstKey, email: null },
        action: 'office.document.created',
        resource: { type: 'office.document', id: answer.body.id },
        outcome: 'success',
        ip_address: '203.0.113.7',
        user_agent: 'a tester',
        request_id: requestId(answer),
        changes: null,
      },
    ]);
  });

  it('is made for every write, under the name of its event', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    await client.patch(`${DOCUMENTS}/${id}`, { status: 'published' });
    await client.delete(`${DOCUMENTS}/${id}`);
    await client.post(`${DOCUMENTS}/${id}/restore`);
    await client.delete(`${DOCUMENTS}/${id}?hard=true`);
    expect((await trail()).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'office.document.deleted success',
      'office.document.updated success',
      'office.document.deleted success',
      'office.document.updated success',
      'office.document.created success',
    ]);
  });

  it('names the system where no request asked', async () => {
    const { body } = await client.get(`${PATH}?actor_id=${ownerId}`);
    expect(body.data).toEqual([]);
    const made = (await client.get(`${PATH}?resource_type=access.user`)).body.data;
    expect(made).toMatchObject([
      { action: 'access.user.seeded', actor: { type: 'system', id: null, email: null }, ip_address: null },
    ]);
  });

  it('is not made for reads, nor for requests that change nothing', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    await client.get(DOCUMENTS);
    await client.get(`${DOCUMENTS}/${id}`);
    await client.get(`${DOCUMENTS}/${newId('doc')}`);
    await client.get(`${DOCUMENTS}?limit=0`);
    await client.get(PATH);
    await client.get(`${PATH}?limit=0`);
    await client.patch(`${DOCUMENTS}/${id}`, { title: 'Plan' });
    expect(await trail()).toHaveLength(1);
  });
});

describe('An app through which a user acts (D-AGT-1)', () => {
  it('is named in entries, events and exports, and found; keys and the console have none', async () => {
    const user = await makeUser(suite, { roles: ['office:editor'] }, workspaceId);
    const browser = await browserOf(suite, user);
    const app = await registerClient(suite, { name: '=Notes "é"' }, workspaceId);
    const console = { ...app, client_id: 'console', redirect_uris: [`${suite.settings.BASE_URL}/console/`] };
    // The console asks for no consent.
    const proof = newProof();
    const back = await browser.get(authorizePath(console, proof));
    const code = new URL(back.headers.get('location')!, suite.settings.BASE_URL).searchParams.get('code')!;
    const keys = {
      app: (await tokensOf(suite, app, browser)).access_token,
      console: (await redeem(suite, console, code, proof)).body.access_token,
      key: undefined,
    };
    const via = { type: 'oauth_client', id: app.client_id, name: app.name };
    const actors = {
      app: { type: 'user', id: user.id, via },
      console: { type: 'user', id: user.id },
      key: { type: 'api_key', id: firstKey },
    };
    const names = ['app', 'console', 'key'] as const;
    const made = new Map<string, object>();
    for (const name of names) {
      const { status, text, body } = await client.post(DOCUMENTS, { title: name }, { key: keys[name] });
      expect(status, text).toBe(201);
      made.set(body.id, actors[name]);
    }
    expect((await client.post('/v1/sales/contacts', { full_name: 'Mina' }, { key: keys.app })).status).toBe(403);

    const listed = async (query: string) =>
      (await client.get(`${PATH}?sort=timestamp:asc&limit=100&${query}`)).body.data as any[];
    await eventually(async () => {
      await suite.app.get(Sealer).run();
      expect((await listed('')).every(({ hash }) => hash)).toBe(true);
    });
    const created = await listed('action=office.document.created');
    expect(created.map(({ actor }) => actor)).toEqual([
      { ...actors.app, email: user.email },
      { ...actors.console, email: user.email },
      { ...actors.key, email: null },
    ]);
    const found = await listed(`client_id=${app.client_id}`);
    expect(found.map(({ action, outcome, actor }) => [action, outcome, actor.via])).toEqual([
      ['office.document.created', 'success', via],
      ['sales.contact.created', 'denied', via],
    ]);
    expect(await listed(`client_id=${app.client_id}&action=office.*`)).toEqual([found[0]]);

    const events = async () => (await client.get('/v1/events?type=office.document.created')).body.data as any[];
    await eventually(async () => expect(await events()).toHaveLength(made.size));
    expect(new Map((await events()).map(({ actor, payload }) => [payload.document_id, actor]))).toEqual(made);

    const exported = async (format: string, filters: object) => {
      const { job_id } = (await client.post(`${PATH}/export`, { format, filters })).body;
      const url = await eventually(async () => {
        const { body } = await client.get(`/v1/guard/exports/${job_id}`);
        expect(body.status).toBe('completed');
        return new URL(body.download_url);
      });
      return (await fetch(suite.base + url.pathname + url.search)).text();
    };
    const filters = { client_id: app.client_id };
    expect(JSON.parse(await exported('json', filters))).toEqual(found.toReversed());
    expect(JSON.parse(await exported('json', { action: 'office.document.created' }))).toEqual(created.toReversed());
    expect(await exported('csv', filters)).toContain(`,"${app.client_id}","'=Notes ""é""","office.document.created",`);

    const verified = async () => (await client.get(`${PATH}/verify`)).body;
    expect(await verified()).toMatchObject({ valid: true, reason: null });
    // The hash covers the app.
    await suite.database.execute(`update audit_entries set client_name = 'Other' where id = $1`, [found[0].id]);
    expect(await verified()).toMatchObject({ valid: false, first_invalid_id: found[0].id });
  });
});

describe('Changes', () => {
  it('show fields before and after', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan', tags: ['a'] })).body;
    await client.patch(`${DOCUMENTS}/${id}`, { title: 'New', tags: [], permissions: { visibility: 'public' } });
    expect((await trail())[0]!.changes).toEqual({
      title: { from: 'Plan', to: 'New' },
      tags: { from: ['a'], to: [] },
      permissions: { from: { visibility: 'private' }, to: { visibility: 'public' } },
    });
  });

  it('show contents only by their digest and length', async () => {
    const digest = (text: string) => ({ sha256: createHash('sha256').update(text).digest('hex'), length: text.length });
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan', content: 'short' })).body;
    await client.patch(`${DOCUMENTS}/${id}`, { content: 'é' });
    expect((await trail())[0]!.changes).toEqual({ content: { from: digest('short'), to: digest('é') } });
  });

  it('mask secrets', async () => {
    const { id } = (await client.post(KEYS, { name: 'Key', scopes: ['office:read'] })).body;
    await client.post(`${KEYS}/${id}/rotate`);
    // Once they are sealed, they have hashes of their own.
    const text = JSON.stringify((await trail()).map(({ prev_hash: _, hash: __, ...entry }) => entry));
    expect(text).toContain('access.api_key.rotated');
    expect(text).not.toContain('wsk_');
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  });
});

describe('A denied attempt', () => {
  const asKey = async (fields: object) => {
    const { id, key } = (await client.post(KEYS, { name: 'Key', ...fields })).body;
    return { id, by: new Client(suite.base, key) };
  };

  it('with too little scope is noted, reads too', async () => {
    const { id, by } = await asKey({ scopes: ['sales:read'] });
    const read = await by.get(DOCUMENTS);
    const write = await by.patch(`${DOCUMENTS}/${newId('doc')}`, {});
    const { data } = (await client.get(`${PATH}?actor_id=${id}`)).body;
    expect(data).toMatchObject([
      { action: 'office.document.updated', outcome: 'denied', request_id: requestId(write) },
      {
        action: 'office.document.read',
        resource: { type: 'office.document', id: null },
        outcome: 'denied',
        request_id: requestId(read),
      },
    ]);
    expect(data[0].resource.id).toMatch(/^doc_/);
  });

  it('with a revoked or expired key is noted', async () => {
    const revoked = await asKey({ scopes: ['office:read'] });
    await client.delete(`${KEYS}/${revoked.id}`);
    const answer = await revoked.by.get(DOCUMENTS);
    expect(answer.status).toBe(401);
    const { data } = (await client.get(`${PATH}?actor_id=${revoked.id}`)).body;
    expect(data).toMatchObject([
      { action: 'office.document.read', outcome: 'denied', request_id: requestId(answer), actor: { type: 'api_key' } },
    ]);

    const expired = await asKey({ scopes: ['office:read'], expires_at: suite.clock.iso(60) });
    suite.clock.advance(60);
    expect((await expired.by.post(DOCUMENTS, { title: 'Plan' })).status).toBe(401);
    suite.clock.advance(-60);
    const noted = (await client.get(`${PATH}?actor_id=${expired.id}`)).body.data;
    expect(noted).toMatchObject([{ action: 'office.document.created', outcome: 'denied' }]);
  });

  it('for a key broader than the own one is noted with the key', async () => {
    const broad = await asKey({ scopes: ['office:read'] });
    const { id, by } = await asKey({ scopes: ['access:write'] });
    await by.post(`${KEYS}/${broad.id}/rotate`);
    await by.delete(`${KEYS}/${broad.id}`);
    expect((await client.get(`${PATH}?actor_id=${id}`)).body.data).toMatchObject([
      { action: 'access.api_key.revoked', outcome: 'denied', resource: { id: broad.id } },
      { action: 'access.api_key.rotated', outcome: 'denied', resource: { id: broad.id } },
    ]);
  });

  it('of nobody known is not noted', async () => {
    const before = await suite.database.execute('select count(*)::int as n from audit_entries');
    await client.get(DOCUMENTS, { key: null });
    await client.get(DOCUMENTS, { key: 'wsk_test_nonsense' });
    expect((await suite.database.execute('select count(*)::int as n from audit_entries')).rows).toEqual(before.rows);
  });
});

describe('A failed write', () => {
  it('is noted with its target', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    await client.patch(`${DOCUMENTS}/${id}`, { status: 'archived' });
    const failed = [
      await client.patch(`${DOCUMENTS}/${id}`, { title: 'New' }, { headers: { 'If-Match': '"0"' } }),
      await client.patch(`${DOCUMENTS}/${id}`, { title: 'New' }),
      await client.post(`${DOCUMENTS}/${id}/restore`),
      await client.patch(`${DOCUMENTS}/${id}`, { title: '' }),
      await client.post(DOCUMENTS, {}),
      await client.post(DOCUMENTS, '{'),
    ];
    expect(failed.map(({ status }) => status)).toEqual([412, 409, 409, 400, 400, 400]);
    const entries = (await trail('outcome=failure')).reverse();
    expect(entries.map(({ request_id }) => request_id)).toEqual(failed.map(requestId));
    expect(entries.map(({ action, resource }) => [action, resource.id])).toEqual([
      ['office.document.updated', id],
      ['office.document.updated', id],
      ['office.document.updated', id],
      ['office.document.updated', id],
      ['office.document.created', null],
      ['office.document.created', null],
    ]);
    expect(entries.every(({ changes }) => changes === null)).toBe(true);
  });

  it('is noted once when its answer is saved for repeats', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    const headers = { 'Idempotency-Key': 'k' };
    for (let n = 0; n < 3; n++) {
      expect((await client.post(`${DOCUMENTS}/${id}/restore`, undefined, { headers })).status).toBe(409);
    }
    expect(await trail('outcome=failure')).toHaveLength(1);
  });
});

describe('GET /v1/guard/audit-logs', () => {
  const actions = async (query: string) => (await trail(query)).map(({ action }) => action);

  it('filters by action, with or without a wildcard', async () => {
    await client.post(DOCUMENTS, { title: 'Plan' });
    await client.post(KEYS, { name: 'Key', scopes: ['office:read'] });
    expect(await actions('action=office.document.created')).toEqual(['office.document.created']);
    expect(await actions('action=office.document.creat')).toEqual([]);
    expect(await actions('action=office.*')).toEqual(['office.document.created']);
    expect(await actions('action=access.api_key*')).toEqual(['access.api_key.created']);
    expect(await actions('action=*')).toEqual(['access.api_key.created', 'office.document.created']);
    expect(await actions('action=%25.created')).toEqual([]);
    expect(await actions('action=office_document*')).toEqual([]);
  });

  it('filters by actor, resource and outcome', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    await client.post(DOCUMENTS, {});
    await client.post(KEYS, { name: 'Key', scopes: ['office:read'] });
    expect(await actions(`resource_id=${id}`)).toEqual(['office.document.created']);
    expect(await trail('resource_type=office.document')).toHaveLength(2);
    expect(await trail('resource_type=office.document&outcome=success')).toHaveLength(1);
    expect(await trail('outcome=failure')).toHaveLength(1);
    expect(await trail('outcome=denied')).toEqual([]);
    expect((await client.get(`${PATH}?actor_id=${newId('key')}`)).body.meta.total).toBe(0);
    expect((await client.get(`${PATH}?outcome=other`)).status).toBe(400);
  });

  it('filters by address', async () => {
    await client.post(DOCUMENTS, { title: 'Plan' }, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    await client.post(DOCUMENTS, {}, { headers: { 'X-Forwarded-For': '203.0.113.10' } });
    expect(await trail('ip_address=203.0.113.9')).toMatchObject([{ outcome: 'success', ip_address: '203.0.113.9' }]);
    expect(await trail('ip_address=203.0.113.9&outcome=failure')).toEqual([]);
  });

  it('finds a part of an action, or the id of a record', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    await client.delete(`${DOCUMENTS}/${id}`);
    await client.post(KEYS, { name: 'Key', scopes: ['office:read'] });
    expect(await actions('q=delete')).toEqual(['office.document.deleted']);
    expect(await actions('q=_key')).toEqual(['access.api_key.created']);
    expect(await actions('q=created')).toEqual(['access.api_key.created', 'office.document.created']);
    expect(await actions(`q=${id}`)).toEqual(['office.document.deleted', 'office.document.created']);
    const total = async (query: string) => (await client.get(`${PATH}?actor_id=${firstKey}&${query}`)).body.meta.total;
    expect(await total('q=created')).toBe(2);
    expect((await client.get(`${PATH}?q=created&action=office.*`)).body).toMatchObject({
      data: [{ action: 'office.document.created' }],
      meta: { total: 1 },
    });
    // The first key of the workspace was seeded.
    expect((await client.get(`${PATH}?q=created&resource_type=access.api_key&outcome=success`)).body.meta.total).toBe(
      1,
    );
    expect(await actions('q=%25')).toEqual([]);
    expect((await client.get(`${PATH}?q=`)).status).toBe(400);
  });

  it('finds the entries of records by a name that they have, also in the trash, as far as the caller may read them', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan for Zoë' })).body;
    await client.post(DOCUMENTS, { title: 'Another plan' });
    await client.delete(`${DOCUMENTS}/${id}`);
    expect(await actions('resource_name=zoe plan')).toEqual(['office.document.deleted', 'office.document.created']);
    expect(await actions('resource_name=nobody')).toEqual([]);
    expect((await client.get(`${PATH}?resource_name=plan`)).body.meta.total).toBe(3);
    const reader = await suite.withScopes('guard:read', 'sales:read');
    expect((await reader.get(`${PATH}?resource_name=plan`)).body.data).toEqual([]);
    const { status, body } = await client.get(`${PATH}?resource_name=%3F`);
    expect([status, body.error.details[0].field]).toEqual([400, 'resource_name']);
  });

  it('finds the entries of records by a name that they had, before they were renamed or deleted for good', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Dulcinea' })).body;
    await client.patch(`${DOCUMENTS}/${id}`, { title: 'Aldonza Lorenzo' });
    const renamed = ['office.document.updated', 'office.document.created'];
    expect(await actions('resource_name=dulcinea')).toEqual(renamed);
    expect(await actions('resource_name=aldonza')).toEqual(renamed);
    expect((await client.delete(`${DOCUMENTS}/${id}?hard=true`)).status).toBe(204);
    for (const name of ['dulci', 'lorenzo'])
      expect([name, await actions(`resource_name=${name}`)]).toEqual([name, ['office.document.deleted', ...renamed]]);
    const [entry] = await trail('resource_name=lorenzo');
    expect(entry?.changes).toEqual({ title: { from: 'Aldonza Lorenzo', to: null } });
  });

  it('counts and shows the same by every pair of filters', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    await client.post(DOCUMENTS, {});
    await client.delete(`${DOCUMENTS}/${id}`);
    const { data } = (await client.get(`${PATH}?limit=100`)).body;
    const middle = data[1].timestamp;
    const filters: [query: string, matches: (entry: any) => boolean][] = [
      [`actor_id=${firstKey}`, ({ actor }) => actor.id === firstKey],
      ['action=office.document.*', ({ action }) => action.startsWith('office.document.')],
      ['resource_type=office.document', ({ resource }) => resource.type === 'office.document'],
      [`resource_id=${id}`, ({ resource }) => resource.id === id],
      ['resource_name=plan', ({ resource }) => resource.id === id],
      ['outcome=failure', ({ outcome }) => outcome === 'failure'],
      ['ip_address=127.0.0.1', ({ ip_address }) => ip_address === '127.0.0.1'],
      ['q=created', ({ action }) => action.includes('created')],
      [`from=${middle}`, ({ timestamp }) => timestamp >= middle],
      [`to=${middle}`, ({ timestamp }) => timestamp < middle],
    ];
    {
      for (const [one, matches] of filters)
        for (const [other, alsoMatches] of filters) {
          if (one === other || /from.*to|to=.*from/.test(one + other)) continue;
          const { body } = await client.get(`${PATH}?limit=100&${one}&${other}`);
          const wanted = data.filter((entry: any) => matches(entry) && alsoMatches(entry)).map(({ id }: any) => id);
          expect([`${one}&${other}`, body.data.map((entry: any) => entry.id), body.meta.total]).toEqual([
            `${one}&${other}`,
            wanted,
            wanted.length,
          ]);
        }
    }
  });

  it('reads no more entries for a page than it has, among many that match one of its filters', async () => {
    const [actor, address, elsewhere, most, every] = [newId('usr'), '203.0.113.77', '203.0.113.1', 10_000, 1_000];
    await suite.database.execute(
      `insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, action, resource_type, outcome, ip_address)
       select $1, 'evt_' || right(by, 4) || lpad(n::text, 22, '0'), $2::timestamptz + n * interval '1 millisecond', 'user', by, type || '.updated', type,
         case when by = $3 and n % $4::int <> 0 then 'success' else 'denied' end, at
       from generate_series(1, $5::int) n,
         (values ($3, $6, 'office.document'), ('usr_other', $7, 'sales.deal')) who (by, at, type)`,
      [workspaceId, suite.clock.iso(-60), actor, every, most, address, elsewhere],
    );
    await suite.database.execute('analyze audit_entries');
    for (const [query, found] of [
      [`actor_id=${actor}&outcome=denied`, most / every],
      [`ip_address=${address}&outcome=denied`, most / every],
      ['resource_type=office.document&outcome=denied', most / every],
      ['action=office.*&outcome=denied', most / every],
      [`actor_id=${actor}&ip_address=${elsewhere}`, 0],
    ] as const) {
      const page = vi.spyOn(suite.database, 'readPage');
      const { body } = await client.get(`${PATH}?${query}`);
      const [text, values] = page.mock.calls.at(-1)!;
      page.mockRestore();
      expect([query, body.data.length, body.meta.total]).toEqual([query, found, found]);
      const { rows } = await suite.database.pool.query(`explain (analyze, format json) ${text}`, values);
      const read = nodesOf(rows[0]['QUERY PLAN'][0].Plan)
        .filter((node) => node['Relation Name']?.startsWith('audit_entries'))
        .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
      expect([query, read.reduce((sum, each) => sum + each, 0)]).toEqual([query, found]);
    }
  });

  it('filters by time, with the beginning and without the end', async () => {
    await client.post(DOCUMENTS, { title: 'one' });
    suite.clock.advance(1);
    await client.post(DOCUMENTS, { title: 'two' });
    suite.clock.advance(1);
    await client.post(DOCUMENTS, { title: 'three' });
    suite.clock.advance(-2);
    const [third, second, first] = (await trail()).map(({ timestamp }) => timestamp as string);
    const found = async (query: string) => (await trail(query)).map(({ timestamp }) => timestamp);
    expect(await found(`from=${second}`)).toEqual([third, second]);
    expect(await found(`to=${second}`)).toEqual([first]);
    expect(await found(`from=${first}&to=${third}`)).toEqual([second, first]);
    const elsewhere = new Date(Date.parse(second!) + 7_200_000).toISOString().replace('Z', '%2B02:00');
    expect(await found(`from=${elsewhere}`)).toEqual([third, second]);
  });

  it.each([
    ['from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from out_of_range'],
    ['cursor=x', 'cursor invalid_value'],
  ])('refuses %s', async (query, problem) => {
    const { status, body } = await client.get(`${PATH}?${query}`);
    const [{ field, code }] = body.error.details;
    expect([status, `${field} ${code}`]).toEqual([400, problem]);
  });

  it('pages, newest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 22; n++) ids.unshift((await client.post(DOCUMENTS, { title: `${n}` })).body.id);
    const found: string[] = [];
    let cursor: string | null = '';
    do {
      const query: string = `resource_type=office.document${cursor && `&cursor=${cursor}`}`;
      const { data, meta }: Answer['body'] = (await client.get(`${PATH}?${query}`)).body;
      expect(meta.total).toBe(22);
      found.push(...data.map(({ resource }: { resource: { id: string } }) => resource.id));
      cursor = meta.next_cursor;
      expect(found).toHaveLength(cursor ? 20 : 22);
    } while (cursor);
    expect(found).toEqual(ids);
    expect((await client.get(`${PATH}?limit=100`)).body.data.length).toBeGreaterThan(22);
  });

  it('refuses a cursor of another filter', async () => {
    await client.post(DOCUMENTS, { title: 'Plan' });
    const { next_cursor } = (await client.get(`${PATH}?limit=1`)).body.meta;
    expect((await client.get(`${PATH}?cursor=${next_cursor}`)).status).toBe(200);
    expect((await client.get(`${PATH}?cursor=${next_cursor}&outcome=success`)).status).toBe(400);
  });

  it('shows the own workspace only', async () => {
    await client.post(DOCUMENTS, { title: 'Plan' });
    const other = await suite.workspace();
    expect((await other.client.get(`${PATH}?resource_type=office.document`)).body.meta.total).toBe(0);
  });

  it('needs guard:read', async () => {
    const { key } = (await client.post(KEYS, { name: 'Key', scopes: ['guard:write'] })).body;
    expect((await client.get(PATH, { key })).status).toBe(403);
  });
});

/** The nodes of a page. Its total is an InitPlan, which reads up to 10 000 rows. */
function nodesOf(plan: any): any[] {
  const page = (plan.Plans ?? []).filter((node: any) => node['Parent Relationship'] !== 'InitPlan');
  return [plan, ...page.flatMap(nodesOf)];
}
