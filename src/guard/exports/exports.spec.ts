import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import { queryOf } from './export-file.js';
import { FORMATS } from './export.resource.js';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { newId } from '../../platform/fields/ids.js';
import { Sealer } from '../sealing/sealer.js';

const EXPORT = '/v1/guard/audit-logs/export';
const LOGS = '/v1/guard/audit-logs';
const at = (id: string) => `/v1/guard/exports/${id}`;

let suite: TestApp;
/** A fresh workspace for each test, so that its trail holds nothing else. */
let client: Client;
let workspaceId: string;
beforeAll(async () => {
  suite = await startTestApp({ RATE_LIMIT: '10000' });
});
beforeEach(async () => {
  ({ client, id: workspaceId } = await suite.workspace());
});
afterAll(() => suite.close());

const write = async (title: string) => (await client.post('/v1/office/documents', { title })).body;
const begin = async (body: object) => {
  const answer = await client.post(EXPORT, body);
  expect(answer, answer.text).toMatchObject({ status: 202 });
  return answer.body.job_id as string;
};
const ended = (id: string, status = 'completed') =>
  eventually(async () => {
    const { body } = await client.get(at(id));
    expect(body).toMatchObject({ status });
    return body;
  });
const pathOf = (url: string) => url.slice(new URL(url).origin.length);
async function download(url: string) {
  const response = await fetch(suite.base + pathOf(url));
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
async function exported(body: object) {
  const job = await ended(await begin(body));
  const { bytes, headers } = await download(job.download_url);
  return { job, bytes, headers, text: bytes.toString() };
}
/** The list as it was when the export was asked for: later entries are those of the export itself. */
// Some tests write entries by SQL that no request makes.
const listed = async (query = '') =>
  (await client.get(`${LOGS}?limit=100${query}`, { described: false })).body.data as any[];
const row = async (id: string) =>
  (await suite.database.execute('select * from guard_exports where id = $1', [id])).rows[0]!;
const task = (name: string) => suite.app.get(Maintenance).run(name);

/** An entry without what it gets when it is sealed. */
const unsealed = ({ sequence: _, prev_hash: __, hash: ___, ...entry }: any) => entry;

describe('POST /v1/guard/audit-logs/export', () => {
  it('answers at once, and tells the rest when asked', async () => {
    await write('Plan');
    const { status, body } = await client.post(EXPORT, {});
    expect([status, body]).toEqual([202, { job_id: expect.stringMatching(/^exp_/), status: 'pending' }]);
    const job = await ended(body.job_id);
    expect(job).toEqual({
      job_id: body.job_id,
      status: 'completed',
      format: 'csv',
      gzip: false,
      filters: {},
      row_count: expect.any(Number),
      size_bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      error: null,
      requested_by: expect.stringMatching(/^key_/),
      read_all: false,
      created_at: expect.any(String),
      completed_at: expect.any(String),
      expires_at: expect.any(String),
      download_url: expect.stringContaining('/files/'),
      download_url_expires_at: expect.any(String),
    });
    const { bytes, headers } = await download(job.download_url);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="audit-logs-.*\.csv"/);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(job.sha256);
    expect(bytes.length).toBe(job.size_bytes);
  });

  it('writes the entries of the list, newest first, in each format', async () => {
    const { id } = await write('"Plan", and so on');
    await client.patch(`/v1/office/documents/${id}`, { title: 'Zwölf\nZeilen' });
    await client.post('/v1/office/documents', {}, { headers: { 'User-Agent': '=cmd();=1+1' } });
    const entries = (await listed()).map(unsealed);

    const json = await exported({ format: 'json' });
    const all = (JSON.parse(json.text) as any[]).map(unsealed);
    expect(all.slice(-entries.length)).toEqual(entries);
    expect(json.job.row_count).toBe(all.length);
    expect(json.headers.get('content-type')).toBe('application/json');

    const lines = (await exported({ format: 'jsonl', filters: { resource_type: 'office.document' } })).text;
    expect(lines.endsWith('}\n')).toBe(true);
    const parsed = lines
      .trim()
      .split('\n')
      .map((line) => unsealed(JSON.parse(line)));
    expect(parsed).toEqual(entries.filter(({ resource }) => resource.type === 'office.document'));

    const csv = (await exported({ format: 'csv', filters: { resource_type: 'office.document' } })).text;
    const [head, refused, changed] = csv.split('\n') as [string, string, string];
    expect(head).toBe(
      'id,timestamp,actor_type,actor_id,actor_email,client_id,client_name,action,resource_type,resource_id,outcome,' +
        'ip_address,user_agent,request_id,sequence,hash,changes',
    );
    const [failure, update] = entries as [any, any];
    expect(refused).toContain(
      `"${failure.id}","${failure.timestamp}","api_key","${failure.actor.id}",,,,"office.document.created",`,
    );
    expect(refused).toContain(`,"'=cmd();=1+1",`);
    expect(changed).toContain(`"${update.id}",`);
    expect(changed).toContain(`""Zwölf\\nZeilen""`);
    expect(csv.trim().split('\n')).toHaveLength(4);
  });

  it('writes each entry exactly as the list gives it, whatever it has', async () => {
    const changes = {
      title: { from: 'é "q" \\\\ \u2028\n\t\u0001', to: ['', 0.1, 1e21, -5, true, null, { b: 1, a: {} }] },
    };
    const odd = [
      {
        actor_email: `o'"\\\\@example.com`,
        client_id: 'cli_1',
        client_name: '=Notes "é" \\\\ \u2028\t😀',
        user_agent: 'a "b" \\\\ </c> é 😀\u2028\t',
        resource_id: 'x","hash":"y',
        changes,
      },
      { ip_address: '2001:db8::1', actor_id: 'usr_"1"', request_id: 'req_\\\\', changes: {} },
      // More than the database sends at a time, and more than is written at a time.
      {
        user_agent: '\u007f\u0001\b\f\r\n"\\\\'.repeat(40_000),
        changes: { note: { from: null, to: 'é\n'.repeat(200_000) } },
      },
      { resource_id: '' },
      {},
    ];
    // Over by now, with all its thousandths.
    const second = suite.clock.iso(-2).slice(0, 19);
    for (const [n, parts] of odd.entries())
      await suite.database.execute(
        `insert into audit_entries select * from json_populate_record(null::audit_entries, $1)`,
        [
          JSON.stringify({
            workspace_id: workspaceId,
            id: newId('evt'),
            timestamp: `${second}${['', '.5', '.250', '.050', '.999'][n]}Z`,
            actor_type: 'system',
            action: 'office.odd.made',
            resource_type: 'office.odd',
            outcome: 'success',
            ...parts,
          }),
        ],
      );
    await eventually(async () => {
      await suite.app.get(Sealer).run();
      expect((await listed('&resource_type=office.odd')).every(({ hash }) => hash)).toBe(true);
    });
    // A number beyond 32 bits, and one that has no seal.
    const { rows: odds } = await suite.database.execute(
      `select s.id from audit_entries join audit_seals s using (workspace_id, timestamp, id) where workspace_id = $1
         and resource_type = 'office.odd' limit 2`,
      [workspaceId],
    );
    await suite.database.execute('update audit_seals set sequence = $2 where id = $1', [odds[0]!.id, 2 ** 40]);
    await suite.database.execute('delete from audit_seals where id = $1', [odds[1]!.id]);
    const filters = { resource_type: 'office.odd' };
    const entries = await listed('&resource_type=office.odd');
    expect(entries).toHaveLength(odd.length);
    expect(entries.map(({ timestamp }) => timestamp.slice(19))).toEqual(['.999Z', '.500Z', '.250Z', '.050Z', '.000Z']);
    expect(JSON.parse((await exported({ format: 'json', filters })).text)).toEqual(entries);
    const { text } = await exported({ format: 'jsonl', filters });
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(entries);
  });

  it.each(FORMATS)('reads entries as an index has them, without sorting them, for %s', async (format) => {
    const { query, values } = queryOf(workspaceId, format, {}, suite.clock.iso());
    const sql = await suite.database.connect();
    try {
      await sql.query('begin; set local enable_sort = off');
      const { rows } = await sql.query(`explain (format json) ${query}`, values);
      expect(JSON.stringify(rows)).not.toMatch(/"Node Type":"(Incremental )?Sort"/);
    } finally {
      await sql.query('rollback');
      sql.release();
    }
  });

  it('compresses the file where that is wanted', async () => {
    await write('Plan');
    const { bytes, job, headers } = await exported({ format: 'jsonl', gzip: true, filters: { action: 'office.*' } });
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(job.sha256);
    expect(headers.get('content-disposition')).toContain('.jsonl.gz');
    expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ action: 'office.document.created' });
  });

  it('takes the filters of the list', async () => {
    const first = await write('one');
    suite.clock.advance(1);
    const second = await write('two');
    await client.post('/v1/office/documents', {});
    const ids = async (filters: object) => {
      const { text } = await exported({ format: 'json', filters: { action: 'office.*', ...filters } });
      return (JSON.parse(text) as any[]).map(({ resource }) => resource.id);
    };
    const { created_at } = second;
    expect(await ids({ from: created_at })).toEqual([null, second.id]);
    expect(await ids({ to: created_at })).toEqual([first.id]);
    expect(await ids({ outcome: 'failure' })).toEqual([null]);
    suite.clock.advance(-1);
  });

  it('writes a file without entries where none match', async () => {
    const filters = { resource_id: newId('doc') };
    expect((await exported({ format: 'json', filters })).text).toBe('[]\n');
    expect((await exported({ format: 'jsonl', filters })).text).toBe('');
    const { text, job } = await exported({ filters });
    expect([text.split('\n').length, job.row_count]).toEqual([2, 0]);
  });

  it('is noted, and announced once its file is there', async () => {
    const id = await begin({ format: 'jsonl' });
    const { row_count, requested_by } = await ended(id);
    const entries = await listed(`&resource_id=${id}`);
    expect(entries.map(({ action, actor }) => [action, actor.type])).toEqual([
      ['guard.audit.exported', 'system'],
      ['guard.export.created', 'api_key'],
    ]);
    const events = async () => (await client.get('/v1/events?type=guard.audit.exported')).body.data;
    await expect.poll(events).toMatchObject([{ payload: { job_id: id, format: 'jsonl', row_count, requested_by } }]);
  });

  it.each([
    [{ filters: { colour: 'red' } }, 'filters invalid_value'],
    [{ filters: { from: '2026-01-02T00:00:00Z', to: '2026-01-02T00:00:00Z' } }, 'filters.from out_of_range'],
  ])('refuses %j', async (body, problem) => {
    const answer = await client.post(EXPORT, body);
    const [{ field, code }] = answer.body.error.details;
    expect([answer.status, `${field} ${code}`]).toEqual([400, problem]);
  });

  it('needs guard:read', async () => {
    const keyWith = async (scope: string) =>
      (await client.post('/v1/access/api-keys', { name: scope, scopes: [scope] })).body.key as string;
    expect((await client.post(EXPORT, {}, { key: await keyWith('guard:write') })).status).toBe(403);
    expect((await client.post(EXPORT, {}, { key: await keyWith('guard:read') })).status).toBe(202);
  });

  it('is bounded: ten in an hour, three at a time', async () => {
    for (let n = 0; n < 10; n++) await ended(await begin({}));
    const { status, headers } = await client.post(EXPORT, {});
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
    suite.clock.advance(3_600);
    await suite.database.execute(
      `update guard_exports set status = 'processing', lease_until = '2999-01-01'
       where id in (select id from guard_exports where workspace_id = $1 limit 3)`,
      [workspaceId],
    );
    expect((await client.post(EXPORT, {})).status).toBe(429);
    await suite.database.execute(`update guard_exports set status = 'failed' where status = 'processing'`);
    const together = await Promise.all(Array.from({ length: 8 }, () => client.post(EXPORT, {})));
    expect(together.filter((answer) => answer.status === 202).length).toBeLessThanOrEqual(6);
    suite.clock.advance(-3_600);
  });
});

describe('GET /v1/guard/exports/{job_id}', () => {
  it('says when to ask again while the export runs', async () => {
    const id = await begin({});
    await ended(id);
    await suite.database.execute(
      `update guard_exports set status = 'processing', row_count = 7, lease_until = '2999-01-01' where id = $1`,
      [id],
    );
    const { headers, body } = await client.get(at(id));
    expect(headers.get('retry-after')).toBe('2');
    expect(body).toMatchObject({ job_id: id, status: 'processing', row_count: 7, download_url: null });
    expect(body).not.toHaveProperty('blob_key');
  });

  it('renews the link with every look; an old one ends after an hour', async () => {
    const id = await begin({});
    const { download_url: first } = await ended(id);
    suite.clock.advance(3_601);
    expect((await download(first)).status).toBe(403);
    const { download_url: second } = (await client.get(at(id))).body;
    expect((await download(second)).status).toBe(200);
    suite.clock.advance(-3_601);
  });

  it('gives a link of which no byte can be changed', async () => {
    const { download_url } = await ended(await begin({}));
    const path = pathOf(download_url);
    const begins = '/files/'.length;
    const statuses = new Set<number>();
    for (let place = begins; place < path.length; place++) {
      const changed = path.slice(0, place) + (path[place] === 'x' ? 'y' : 'x') + path.slice(place + 1);
      statuses.add((await fetch(suite.base + changed)).status);
    }
    expect([...statuses].filter((status) => status !== 403 && status !== 404)).toEqual([]);
  });

  it('is 404 for another workspace', async () => {
    const id = await begin({});
    const other = await suite.workspace();
    for (const method of ['GET', 'DELETE']) expect((await other.client.send(method, at(id))).status).toBe(404);
    expect((await other.client.get('/v1/guard/exports')).body.meta.total).toBe(0);
    await ended(id);
  });

  it('says that the file has expired after seven days, and then it goes', async () => {
    const id = await begin({});
    const { download_url } = await ended(id);
    const { blob_key } = await row(id);
    suite.clock.advance(7 * 86_400 - 600);
    expect((await client.get(at(id))).body.status).toBe('completed');
    suite.clock.advance(600);
    const { body } = await client.get(at(id));
    expect(body).toMatchObject({ status: 'expired', download_url: null });
    // The task itself may be at it already.
    await eventually(async () => {
      await task('guard.exports');
      expect(await row(id)).toMatchObject({ status: 'expired', blob_key: null });
    });
    suite.clock.advance(-7 * 86_400);
    await eventually(async () => expect((await download(download_url)).status).toBe(404));
    await eventually(async () => {
      const left = await suite.app
        .get(BlobStore)
        .read(blob_key)
        .catch(() => null);
      left?.destroy();
      expect(left).toBeNull();
    });
    suite.clock.advance(45 * 86_400);
    await eventually(async () => {
      await task('guard.exports');
      expect((await client.get(at(id))).status).toBe(404);
    });
    suite.clock.advance(-45 * 86_400);
  });
});

describe('DELETE /v1/guard/exports/{job_id}', () => {
  it('takes the file away', async () => {
    const id = await begin({});
    const { download_url } = await ended(id);
    expect((await client.delete(at(id))).status).toBe(204);
    expect((await client.get(at(id))).body).toMatchObject({ status: 'cancelled', download_url: null });
    await eventually(async () => expect((await download(download_url)).status).toBe(404));
    expect((await client.delete(at(id))).status).toBe(204);
  });

  it('ends one that waits or runs, whose worker can finish it no more', async () => {
    const id = await begin({});
    await client.delete(at(id));
    await task('guard.exports-sweep');
    expect((await client.get(at(id))).body.status).toBe('cancelled');
  });
});

describe('A worker that dies', () => {
  it('leaves an export that another one begins anew', async () => {
    const id = await begin({ format: 'jsonl' });
    const before = await ended(id);
    await suite.database.execute(
      `update guard_exports set status = 'processing', row_count = 3, blob_key = null, lease_until = $2 where id = $1`,
      [id, suite.clock.iso(-1)],
    );
    await task('guard.exports-sweep');
    const after = await ended(id);
    expect(after.row_count).toBeGreaterThanOrEqual(before.row_count);
    expect((await download(after.download_url)).bytes.toString().trim().split('\n')).toHaveLength(after.row_count);
    expect((await row(id)).attempts).toBe(2);
  });

  it('that fails again and again makes it fail', async () => {
    const id = await begin({});
    await ended(id);
    await suite.database.execute(
      `update guard_exports set status = 'processing', attempts = 5, lease_until = $2 where id = $1`,
      [id, suite.clock.iso(-1)],
    );
    await task('guard.exports-sweep');
    expect((await ended(id, 'failed')).error).toMatch(/attempts/);
  });
});

it('GET /v1/guard/exports lists them, newest first', async () => {
  const [first, second] = [await begin({ format: 'json' }), await begin({ format: 'csv' })];
  await Promise.all([ended(first), ended(second)]);
  const { data, meta } = (await client.get('/v1/guard/exports')).body;
  expect([data.map(({ job_id }: any) => job_id), meta.total]).toEqual([[second, first], 2]);
  expect(data[0]).not.toHaveProperty('download_url');
  expect((await client.get('/v1/guard/exports?format=json')).body.meta.total).toBe(1);
});
