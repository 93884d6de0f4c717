import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { QueryRunner } from 'typeorm';
import { OneImportEngine1764306000000 } from '../../../../migrations/1764306000000-one-import-engine.js';
import { buildApp, startProcess } from '../../../../test/processes.js';
import { eventually } from '../../../../test/support/eventually.js';
import { registerClient, signedInThrough } from '../../../../test/support/oauth.js';
import { enforcePolicy } from '../../../../test/support/policies.js';
import { Client, startTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { BlobStore, Maintenance, Queues, Works } from '../../../platform/index.js';

const PATH = '/v1/sales/contacts';

let suite: TestApp;
/** A fresh workspace for each test. */
let client: Client;
let workspaceId: string;
beforeAll(async () => {
  suite = await startTestApp();
});
beforeEach(async () => {
  ({ client, id: workspaceId } = await suite.workspace());
});
afterAll(() => suite.close());

async function send(content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}, by = client) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([content]), 'people.csv');
  const response = await fetch(`${by.base}${PATH}/import`, {
    method: 'POST',
    headers: by.key!.startsWith('wsk_') ? { 'X-API-Key': by.key! } : { Authorization: `Bearer ${by.key}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as any };
}
const got = async (id: string, by = client) => (await by.get(`/v1/sales/imports/${id}`)).body;
const ended = (id: string) =>
  eventually(async () => {
    const record = await got(id);
    expect(record.status).toBe('completed');
    return record;
  });
const imported = async (content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) => {
  const { status, body } = await send(content, fields);
  expect(status, JSON.stringify(body)).toBe(202);
  return ended(body.id);
};
const contacts = async (query = 'sort=display_name:asc') =>
  (await client.get(`${PATH}?limit=100&${query}`)).body.data as any[];
const problem = ({ status, body }: { status: number; body: any }) => [
  status,
  ...(body.error.details ?? []).map(({ field, code }: any) => `${field} ${code}`),
];

it('makes contacts of rows, each with its event and entry in the name of whoever sent them', async () => {
  const { client: editor, userId } = await client.signedIn('sales:editor');
  const text =
    'Name,E-Mail,Company,Phone,Tags,custom_fields.level,Notes\r\n' +
    `Ada Lovelace,ada@example.com,Engines,'+49 30 1,"vip;early",gold,never read\r\n` +
    '\r\n' +
    `"Bea\nSecond line",bea@example.com,'=1+1,,,,\r\n`;
  const answer = await send(text, {}, editor);
  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({ name: 'people.csv', row_count: 2, dry_run: false, ignored_columns: ['Notes'] });
  expect(await ended(answer.body.id)).toMatchObject({
    processed_count: 2,
    created_count: 2,
    error_count: 0,
    errors: [],
  });
  const [ada, bea] = await contacts();
  expect(ada).toMatchObject({
    display_name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '+49 30 1',
    tags: ['vip', 'early'],
    custom_fields: { level: 'gold' },
    owner_id: userId,
  });
  expect(bea).toMatchObject({ display_name: 'Bea\nSecond line', organization_name: '=1+1', tags: [] });
  expect((await contacts('q=bea'))[0].id).toBe(bea.id);
  const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${ada.id}`)).body;
  expect(data).toMatchObject([{ action: 'sales.contact.created', actor: { type: 'user', id: userId } }]);
  const events = async () => (await client.get('/v1/events?type=sales.contact.created')).body.data;
  await expect
    .poll(async () => (await events()).map(({ payload }: any) => payload.contact_id).toSorted())
    .toEqual([ada.id, bea.id].toSorted());
});

it.each([
  [
    'HubSpot',
    'Record ID,First Name,Last Name,Email,Phone Number,Associated Company,Lead Status\n7,Ada,King,ada@example.com,+49 30 1,Engines,New\n',
    { external_id: '7' },
  ],
  [
    'Google Contacts',
    'Given Name,Family Name,Group Membership,E-mail 1 - Value,Phone 1 - Value,Organization 1 - Name\nAda,King,Friends ::: * myContacts,ada@example.com,+49 30 1,Engines\n',
    { tags: ['Friends'] },
  ],
  ['German programs', 'Vorname;Nachname;E-Mail;Telefon;Firma\nAda;King;ada@example.com;+49 30 1;Engines\n', {}],
])('knows the columns of %s', async (_, text, more) => {
  expect(await imported(text)).toMatchObject({ created_count: 1, error_count: 0 });
  expect(await contacts()).toMatchObject([
    {
      display_name: 'Ada King',
      email: 'ada@example.com',
      phone: '+49 30 1',
      organization_name: 'Engines',
      ...more,
    },
  ]);
});

it('reads back what an export wrote', async () => {
  const bodies = [
    {
      display_name: '=1+1',
      email: 'a@example.com',
      phone: '+1',
      tags: ['a;b', 'c'],
      custom_fields: { n: -1, l: ['x'] },
    },
    { display_name: 'Ada, "Countess"\r\nof Lovelace', external_id: 'x-1', owner_id: null },
  ];
  for (const body of bodies) await client.post(PATH, body);
  const before = await contacts();
  const { text } = await client.get(`${PATH}/export`);
  const { client: other } = await suite.workspace();
  client = other;
  await imported(text.replaceAll(/,usr_\w+/g, ','));
  const facts = ({ display_name, email, phone, tags, custom_fields, external_id }: any) => ({
    display_name: display_name.replaceAll('\r', ''),
    email,
    phone,
    tags,
    custom_fields,
    external_id,
  });
  expect((await contacts()).map(facts)).toEqual(before.map(facts));
});

it.each([
  ['semicolons and a BOM', '\ufeffname;email\r\n"Ada; Countess";ada@example.com\r\n'],
  ['tabs', 'name\temail\nAda; Countess\tada@example.com\n'],
  ['UTF-16, as Excel writes it', Buffer.from('\ufeffname\temail\r\nAda; Countess\tada@example.com\r\n', 'utf16le')],
])('takes %s', async (_, content) => {
  await imported(content as string);
  expect(await contacts()).toMatchObject([{ display_name: 'Ada; Countess', email: 'ada@example.com' }]);
});

it('takes a mapping, first and last names, and says what is not read', async () => {
  const text = 'First name,Last Name,Level,Mail to\nAda,Lovelace,7,ada@example.com\n';
  const mapping = { 'Mail to': 'email', Level: 'custom_fields.level', 'Last Name': 'last_name' };
  const done = await imported(text, { mapping: JSON.stringify(mapping) });
  expect(done).toMatchObject({ mapping, ignored_columns: ['First name'] });
  await imported(text);
  expect(await contacts('sort=created_at:asc')).toMatchObject([
    { display_name: 'Lovelace', email: 'ada@example.com', custom_fields: { level: '7' } },
    { display_name: 'Ada Lovelace', email: null, custom_fields: {} },
  ]);
});

it('reads no column for what objects of JavaScript have', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'custom_fields.__proto__', 'custom_fields.a b'];
  const done = await imported(`name,${names.join()},custom_fields.constructor\nAda,1,2,3,4,5,6\n`);
  expect(done).toMatchObject({ created_count: 1, error_count: 0, ignored_columns: names });
  expect(await contacts()).toMatchObject([{ display_name: 'Ada', custom_fields: { constructor: '6' } }]);
});

it('changes contacts that match, and leaves as they are what a row leaves blank', async () => {
  const add = async (body: object) => (await client.post(PATH, body)).body;
  const ada = await add({ display_name: 'Ada', email: 'Ada@Example.com', phone: '1', custom_fields: { a: 1 } });
  for (let n = 0; n < 2; n++) await add({ email: 'twice@example.com' });
  const text =
    'name,email,phone,custom_fields.b\n' +
    ',ADA@example.com,,2\nAda L,ada@example.com,2,\nTwo,twice@example.com,,\nNew,new@example.com,3,\nNewer,NEW@example.com,,\nNobody,,,\n';
  expect(await imported(text, { match_by: 'email', dry_run: 'true' })).toMatchObject({
    created_count: 2,
    updated_count: 3,
    error_count: 1,
    errors: [
      {
        line: 4,
        field: 'email',
        code: 'duplicate',
      },
    ],
  });
  expect(await contacts('q=new')).toEqual([]);
  expect(await imported(text, { match_by: 'email' })).toMatchObject({
    created_count: 2,
    updated_count: 3,
    error_count: 1,
    processed_count: 6,
  });
  expect((await client.get(`${PATH}/${ada.id}`)).body).toMatchObject({
    display_name: 'Ada L',
    email: 'ada@example.com',
    phone: '2',
    custom_fields: {
      a: 1,
      b: '2',
    },
  });
  expect(await contacts('q=new')).toMatchObject([{ display_name: 'Newer', email: 'NEW@example.com', phone: '3' }]);
});

it('matches by external id, which is anybody else’s only once', async () => {
  const { body: ada } = await client.post(PATH, { display_name: 'Ada', external_id: 'a' });
  const text = 'external_id,name,email\na,Ada L,\nb,Bea,bea@example.com\nb,Bea B,\n';
  expect(await imported(text, { match_by: 'external_id' })).toMatchObject({ created_count: 1, updated_count: 2 });
  expect((await client.get(`${PATH}/${ada.id}`)).body.display_name).toBe('Ada L');
  expect(await imported(text, { match_by: 'email' })).toMatchObject({
    created_count: 0,
    updated_count: 1,
    error_count: 2,
    errors: [
      {
        line: 2,
        field: 'external_id',
        code: 'duplicate',
      },
      {
        line: 4,
        field: 'external_id',
        code: 'duplicate',
      },
    ],
  });
});

it.each(['', 'email', 'external_id'])(
  'says before what comes of ids and addresses that the file has twice, by %o',
  async (by) => {
    await client.post(PATH, { display_name: 'Ada', external_id: 'a', email: 'ada@example.com' });
    const text = [
      'external_id,name,email',
      'a,Ada,ada@example.com',
      'b,Bea,bea@example.com',
      'b,Bea,bea@example.com',
      'b,Cat,cat@example.com',
      'c,Cat,cat@example.com',
      ',Dora,dora@example.com',
      'd,Dora,dora@example.com',
      'd,Eve,',
    ].join('\n');
    const facts = ({ created_count, updated_count, error_count, errors }: any) => ({
      created_count,
      updated_count,
      error_count,
      lines: errors.map(({ line }: any) => line),
    });
    const fields: Record<string, string> = by ? { match_by: by } : {};
    const said = facts(await imported(text, { ...fields, dry_run: 'true' }));
    expect((await client.get(PATH)).body.meta.total).toBe(1);
    expect(facts(await imported(text, fields))).toEqual(said);
  },
);

it('says which lines made a second contact with the same email, also in a dry run', async () => {
  const text = 'name,email\nAda,ada@example.com\nGrace,grace@example.com\nAda again,ADA@example.com\n';
  for (const fields of [{ dry_run: 'true' }, {}] as Record<string, string>[]) {
    const done = await imported(text, fields);
    expect(done).toMatchObject({ created_count: 3, error_count: 0, processed_count: 3 });
    expect(done.errors.map(({ line, field, code }: any) => `${line} ${field} ${code}`)).toEqual(['4 email duplicate']);
  }
});

it('names each wrong row by its line, and does the others', async () => {
  const { userId } = await client.signedIn('sales:viewer');
  const text =
    'name,email,phone,owner_id,custom_fields\n' +
    `Good,a@example.com,,${userId},"{""x"":[1]}"\n` +
    'Ada,not an address,,,\n' +
    `"two\nlines",,${'1'.repeat(40)},,\n` +
    ',,1,,\n' +
    'Ada,,,usr_01jz8k3m5n7p9q1r3s5t7v9w1x,\n' +
    'Ada,,,,plain text\n' +
    'Ada,,,,"{""__proto__"":1}"\n' +
    'Ada,,,,,and more\n' +
    'Ada,,,\n';
  const done = await imported(text);
  expect(done).toMatchObject({ created_count: 2, error_count: 7, processed_count: 9 });
  expect(done.errors.map(({ line, field, code }: any) => `${line} ${field} ${code}`)).toEqual([
    '3 email invalid_format',
    '4 phone too_long',
    '6 display_name required',
    '7 owner_id not_found',
    '8 custom_fields invalid_format',
    '9 custom_fields invalid_format',
    '10  too_many',
  ]);
  expect(await contacts()).toMatchObject([{ display_name: 'Ada' }, { display_name: 'Good', owner_id: userId }]);
});

describe('refuses at once, with nothing done,', () => {
  const big = `name\n"${'x'.repeat(10 * 2 ** 20)}"\n`;
  it.each([
    ['no bytes', '', {}, 'file required'],
    ['a quote that never closes', 'name\n"Ada\nBea\n', {}, 'file invalid_format'],
    ['a quote within a cell', 'name\nA"da\n', {}, 'file invalid_format'],
    ['a cell of 10 MB', big, {}, 'file invalid_format'],
    ['bytes that are no text', Buffer.from([0x6e, 0xff, 0xfe, 0x00]), {}, 'file invalid_format'],
    ['two columns of one name', 'name,email,name\n', {}, 'file duplicate'],
    ['no column with a name or an address', 'phone\n1\n', {}, 'mapping required'],
    ['a mapping that is no object', 'name\nAda\n', { mapping: '[]' }, 'mapping invalid_format'],
    ['a mapping of no column', 'name\nAda\n', { mapping: '{"x":"email"}' }, 'mapping.x not_found'],
    ['a mapping to no field', 'name\nAda\n', { mapping: '{"name":"__proto__"}' }, 'mapping.name invalid_value'],
    [
      'a custom field of no name',
      'name\nA\n',
      { mapping: '{"name":"custom_fields.a b"}' },
      'mapping.name invalid_value',
    ],
    ['__proto__', 'name\nA\n', { mapping: '{"name":"custom_fields.__proto__"}' }, 'mapping.name invalid_value'],
    ['a field from two columns', 'a,b\n', { mapping: '{"a":"email","b":"email"}' }, 'mapping.b duplicate'],
    ['a match by what is not read', 'name\nAda\n', { match_by: 'email' }, 'match_by not_found'],
    ['a match by something else', 'name\nAda\n', { match_by: 'phone' }, 'match_by invalid_value'],
  ])('%s', async (_, content, fields, expected) => {
    expect(problem(await send(content as string, fields))).toEqual([400, expected]);
    expect((await client.get(`/v1/sales/imports`)).body.data).toEqual([]);
  });

  it('those who may not write every contact', async () => {
    const { client: member } = await client.signedIn('sales:member');
    expect((await send('name\nAda\n', {}, member)).status).toBe(403);
    expect((await client.get(`/v1/sales/imports`)).body.meta.total).toBe(0);
  });
});

describe('where no worker comes by itself', () => {
  let api: TestApp;
  let before: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ ROLE: 'api' });
    before = suite;
    suite = api;
  });
  afterAll(async () => {
    suite = before;
    await api.close();
  });
  const rowsOf = (count: number) =>
    ['name,email', ...Array.from({ length: count }, (_, n) => `Contact ${n},contact${n}@example.com`)].join('\n');
  const begun = async (text: string, fields = {}, by = client) => {
    const { status, body } = await send(text, fields, by);
    expect(status, JSON.stringify(body)).toBe(202);
    return body.id as string;
  };
  const run = () => api.app.get(Works).run('import');
  const later = <T>(seconds: number, work: () => Promise<T>): Promise<T> => {
    api.clock.advance(seconds);
    return work().finally(() => api.clock.advance(-seconds));
  };
  /** Lets the worker of an import do so many batches, and breaks the next one in the middle. */
  const runBatches = async (count: number) => {
    const { transaction } = api.database;
    let left = count;
    api.database.transaction = function (work) {
      if (left-- > 0) return transaction.call(this, work) as never;
      return transaction.call(this, async (unit) => {
        await work(unit);
        throw new Error('broken');
      }) as never;
    };
    await run().finally(() => (api.database.transaction = transaction));
  };
  const blobOf = async (id: string): Promise<string> => {
    const { rows } = await api.database.execute<{ blob_key: string }>(
      'select blob_key from sales_imports where id = $1',
      [id],
    );
    return rows[0]!.blob_key;
  };
  const unclaimed = async () => (await api.database.execute('select key from unclaimed_blobs')).rows;

  it('goes on where it was, without a row done twice, and is cancelled in between', async () => {
    const first = await begun(rowsOf(1_050));
    await runBatches(3);
    const cancelled = await begun(rowsOf(1_050));
    await runBatches(1);
    expect(await got(first)).toMatchObject({
      status: 'running',
      processed_count: 600,
      created_count: 600,
      expires_at: null,
    });
    expect((await client.delete(`/v1/sales/imports/${cancelled}`)).status).toBe(204);
    expect((await client.delete(`/v1/sales/imports/${cancelled}`)).status).toBe(409);
    // Another process may read it by then.
    const worker = await startTestApp({ ROLE: 'worker' }, { beside: api });
    worker.clock.advance(11);
    await Promise.all([worker.app.get(Maintenance).run('sales.imports-sweep'), later(11, run)]);
    expect(await ended(first)).toMatchObject({ processed_count: 1_050, created_count: 1_050, error: null });
    await worker.close();
    expect(await got(cancelled)).toMatchObject({ status: 'cancelled', processed_count: 200 });
    expect((await client.get(PATH)).body.meta.total).toBe(1_250);
    await expect.poll(unclaimed).toEqual([]);
  });

  it('is read on by another worker once the lease of one that was killed has ended', async () => {
    const id = await begun(rowsOf(2));
    // It claimed the import, and said nothing more.
    const claimed = [id, api.clock.iso(30)];
    await api.database.execute(
      `update sales_imports set status = 'running', attempts = 1, lease_until = $2 where id = $1`,
      claimed,
    );
    await run();
    expect(await got(id)).toMatchObject({ status: 'running', processed_count: 0 });
    await later(31, run);
    expect(await got(id)).toMatchObject({ status: 'completed', created_count: 2 });
  });

  it('has each row once although its worker was killed amid one', async () => {
    const { DATABASE_URL, DATA_DIR, SECRETS_KEY } = api.settings;
    const settings = { DATABASE_URL: DATABASE_URL!, DATA_DIR, SECRETS_KEY: SECRETS_KEY!, ROLE: 'worker' };
    const killed = await startProcess(await buildApp(), settings);
    // Somebody who has the external id of a row of the third batch, and does not say whether they keep it.
    const blocker = new pg.Client(DATABASE_URL);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query(
      `insert into sales_contacts (workspace_id, id, custom_fields, tags, external_id, status, created_at, updated_at, revision)
       values ($1, 'cnt_1', '{}', '{}', 'x500', 'active', now(), now(), 1)`,
      [workspaceId],
    );
    const rows = Array.from({ length: 1_050 }, (_, n) => `Contact ${n},x${n}`);
    const id = await begun(['name,external_id', ...rows].join('\n'));
    const WAITS = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%insert into sales_contacts%'`;
    await expect.poll(async () => (await api.database.execute(WAITS)).count).toBe(1);
    expect(await killed.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    await blocker.end();
    await expect.poll(async () => (await api.database.execute(WAITS)).count).toBe(0);
    expect(await got(id)).toMatchObject({ status: 'running', processed_count: 400, created_count: 400 });
    // Its job goes too, which would be run again only when the queue thinks it stalled.
    await api.app.get(Queues).queue('sales-imports').obliterate({ force: true });

    const worker = await startTestApp({ ROLE: 'worker' }, { beside: api });
    worker.clock.advance(31);
    await worker.app.get(Maintenance).run('sales.imports-sweep');
    expect(await ended(id)).toMatchObject({ processed_count: 1_050, created_count: 1_050, error_count: 0 });
    const contacts = await api.database.execute(
      'select external_id from sales_contacts where workspace_id = $1 and external_id is not null',
      [workspaceId],
    );
    expect(contacts.rows.map(({ external_id }) => external_id).toSorted()).toEqual(
      rows.map((row) => row.split(',')[1]).toSorted(),
    );
    for (const path of ['/v1/events?type=sales.contact.created', '/v1/guard/audit-logs?action=sales.contact.created'])
      await expect.poll(async () => (await client.get(path)).body.meta.total).toBe(1_050);
    await worker.close();
  });

  it('has failed where its file is gone, and says so', async () => {
    const id = await begun(rowsOf(300));
    await runBatches(1);
    await api.app.get(BlobStore).remove(await blobOf(id));
    await later(11, run);
    expect(await got(id)).toMatchObject({
      status: 'failed',
      error: 'The file no longer exists.',
      processed_count: 200,
      expires_at: expect.any(String),
    });
    expect((await client.delete(`/v1/sales/imports/${id}`)).status).toBe(409);
    expect((await client.get(`/v1/sales/imports?status=failed`)).body.meta.total).toBe(1);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}&action=sales.import.failed`)).body;
    expect(data).toMatchObject([{ actor: { type: 'system' } }]);
  });

  it.each([{}, { dry_run: 'true' }])('has failed after eight attempts that got no further, %o', async (fields) => {
    const id = await begun(rowsOf(2), fields);
    const blobs = api.app.get(BlobStore);
    const { read } = blobs;
    blobs.read = () => Promise.reject(new Error('The store is broken.'));
    const waits: (number | null)[] = [];
    let waited = 0;
    // Only the test moves the time on.
    const began = api.clock.now();
    const clock = vi.spyOn(api.clock, 'now').mockImplementation(() => began + waited * 1000);
    try {
      for (let attempt = 1; attempt <= 8; attempt++) {
        expect(await got(id)).toMatchObject({ status: attempt === 1 ? 'pending' : 'running', error: null });
        await run();
        const { rows } = await api.database.execute('select lease_until from sales_imports where id = $1', [id]);
        const wait = Math.round((Date.parse(rows[0]!.lease_until) - api.clock.now()) / 1000);
        waits.push(wait);
        waited += wait + 1;
      }
    } finally {
      blobs.read = read;
      clock.mockRestore();
    }
    expect(waits.slice(0, 7)).toEqual([10, 20, 40, 80, 160, 320, 640]);
    expect(await got(id)).toMatchObject({
      status: 'failed',
      error: 'The import failed after 8 attempts.',
      created_count: 0,
    });
    await expect.poll(unclaimed).toEqual([]);
  });

  it('ends with the rights of whoever began it', async () => {
    const { client: editor, userId } = await client.signedIn('sales:editor');
    const id = await begun(rowsOf(300), {}, editor);
    const blob = await blobOf(id);
    await runBatches(1);
    await client.post(`/v1/access/users/${userId}/deactivate`);
    await later(11, run);
    expect(await got(id)).toMatchObject({
      status: 'failed',
      error: 'The user who started the import is no longer active.',
      created_count: 200,
    });
    await client.post(`/v1/access/users/${userId}/reactivate`);
    expect((await api.client.post(`/v1/operations/backlog/${id}/retry`)).body).toMatchObject({ kind: 'import', id });
    await run();
    expect(await got(id)).toMatchObject({ status: 'completed', error: null, created_count: 300 });
    const isThere = () =>
      api.app
        .get(BlobStore)
        .read(blob)
        .then((stream) => !!stream.destroy())
        .catch(() => false);
    await expect.poll(isThere).toBe(false);
  });

  it('writes nothing more once the API key that started it is revoked', async () => {
    const { body: key } = await client.post('/v1/access/api-keys', {
      name: 'Import',
      scopes: ['sales:read', 'sales:write'],
    });
    const id = await begun(rowsOf(300), {}, new Client(api.base, key.key));
    await runBatches(1);
    expect((await client.delete(`/v1/access/api-keys/${key.id}`)).status).toBe(204);
    await later(11, run);
    expect(await got(id)).toMatchObject({
      status: 'failed',
      error: 'The API key that started the import is no longer active.',
      created_count: 200,
    });
  });

  it('fails with the reason once the person has lost the right', async () => {
    const { client: editor, userId } = await client.signedIn('sales:editor');
    const id = await begun(rowsOf(300), {}, editor);
    await runBatches(1);
    await client.patch(`/v1/access/users/${userId}`, { roles: ['sales:viewer'] });
    await later(11, run);
    expect(await got(id)).toMatchObject({
      status: 'failed',
      error: 'The person who started the import no longer has the scope sales:write.',
      created_count: 200,
    });
  });

  it('writes nothing that a policy denies to whoever began it', async () => {
    const { client: editor, userId } = await client.signedIn('sales:editor');
    const known = (await client.post(PATH, { display_name: 'Known', email: 'known@example.com', tags: ['vip'] })).body;
    const policy = await client.post('/v1/guard/policies', {
      name: 'No stars',
      effect: 'deny',
      principals: [{ type: 'user', id: userId }],
      resources: [{ type: 'sales.contact', tag: 'vip' }],
      actions: ['sales:write'],
    });
    await client.patch(`/v1/guard/policies/${policy.body.id}`, { status: 'active' });
    const text = 'name,email,tags\nA,known@example.com,\nB,b@example.com,vip\nC,c@example.com,\n';
    const id = await begun(text, { match_by: 'email' }, editor);
    await run();
    const done = await got(id);
    expect(done).toMatchObject({ status: 'completed', created_count: 1, updated_count: 0, error_count: 2 });
    expect(done.errors).toMatchObject(
      [2, 3].map((line) => ({ line, message: expect.stringContaining(policy.body.id) })),
    );
    expect((await client.get(`${PATH}/${known.id}`)).body.display_name).toBe('Known');
    const blind = await client.post('/v1/guard/policies', {
      name: 'Blind',
      effect: 'deny',
      principals: [{ type: 'user', id: userId }],
      resources: [{ type: 'sales.contact' }],
      actions: ['sales:read'],
    });
    const unread = await begun(text, {}, editor);
    await client.patch(`/v1/guard/policies/${blind.body.id}`, { status: 'active' });
    await run();
    expect(await got(unread)).toMatchObject({ status: 'failed', error: expect.stringContaining(blind.body.id) });
    const by = await begun(text, { match_by: 'email' });
    await run();
    expect(await got(by)).toMatchObject({ created_count: 1, updated_count: 2, error_count: 0 });
  });

  it('writes nothing that a policy denies to the app through which it was begun', async () => {
    const app = await registerClient(api, { scopes: ['sales:read', 'sales:write'] }, workspaceId);
    const { client: through } = await signedInThrough(app, client, 'sales:editor');
    await enforcePolicy(client, {
      principals: [{ type: 'oauth_client', id: app.client_id }],
      resources: [{ type: 'sales.contact', tag: 'kept' }],
      actions: ['sales:write'],
    });
    const text = 'name,tags\nA,kept\nB,\n';
    const [its, ours] = [await begun(text, {}, through), await begun(text, {})];
    await run();
    expect(await got(its)).toMatchObject({ status: 'completed', created_count: 1, error_count: 1 });
    expect(await got(ours)).toMatchObject({ status: 'completed', created_count: 2, error_count: 0 });
  });

  it('is forgotten 30 days after its end', async () => {
    const ends = await begun(rowsOf(1));
    await run();
    const waits = await begun(rowsOf(1));
    const { expires_at } = await got(ends);
    const expire = () => api.app.get(Maintenance).run('sales.imports');
    const left = Date.parse(expires_at) - api.clock.now();
    expect(left / 86_400_000).toBeCloseTo(30, 2);
    await expire();
    expect(await got(ends)).toMatchObject({ status: 'completed' });
    await later(left / 1000 + 1, expire);
    expect((await client.get(`/v1/sales/imports/${ends}`)).status).toBe(404);
    const { body } = await client.get('/v1/sales/imports');
    expect([body.meta.total, body.data[0].id]).toEqual([1, waits]);
  });

  it('goes on after the upgrade from the version before, which kept other facts of it', async () => {
    const { client: editor, userId } = await client.signedIn('sales:editor');
    const { body: key } = await client.post('/v1/access/api-keys', {
      name: 'Import',
      scopes: ['sales:read', 'sales:write'],
    });
    const app = await registerClient(api, { scopes: ['sales:read', 'sales:write'] }, workspaceId);
    const { client: through } = await signedInThrough(app, client, 'sales:editor');
    await enforcePolicy(client, {
      principals: [{ type: 'oauth_client', id: app.client_id }],
      resources: [{ type: 'sales.contact', tag: 'kept' }],
      actions: ['sales:write'],
    });
    const text = 'name,email,tags\nA,a@example.com,kept\nB,b@example.com,\nB,b@example.com,\n';
    const byUser = await begun(text, { dry_run: 'true' }, editor);
    const byKey = await begun(text, {}, new Client(api.base, key.key));
    const byApp = await begun(text, {}, through);
    const byGone = await begun(text, {}, through);
    const migration = new OneImportEngine1764306000000();
    const database = await api.database.connect();
    onTestFinished(() => database.release());
    const runner = { query: (statement: string) => database.query(statement) } as unknown as QueryRunner;
    await migration.down(runner);
    const actorOf = { [byUser]: { type: 'user', id: userId }, [byKey]: { type: 'api_key', id: key.id } };
    for (const [id, actor] of Object.entries(actorOf))
      await api.database.execute('update sales_imports set actor = $2 where id = $1', [id, JSON.stringify(actor)]);
    for (const [id, client_id] of [
      [byApp, app.client_id],
      [byGone, 'ocl_unknown'],
    ])
      await api.database.execute(
        `update sales_imports set actor = jsonb_build_object('type', 'user', 'id', created_by, 'via', jsonb_build_object('id', $2::text))
         where id = $1`,
        [id, client_id],
      );
    // The dry run has read two rows, whose contacts it kept in memory.
    await api.database.execute(
      `update sales_imports set holder = null, status = case id when $1 then 'running' else status end,
         processed_count = case id when $1 then 2 else 0 end, created_count = case id when $1 then 2 else 0 end`,
      [byUser],
    );
    await migration.up(runner);
    const upgraded = await startTestApp({ ROLE: 'api' }, { beside: api });
    await upgraded.app.get(Works).run('import');
    await upgraded.close();
    const lines = (record: any) => record.errors.map(({ line }: any) => line);
    const [users, keys, apps, gone] = [await got(byUser), await got(byKey), await got(byApp), await got(byGone)];
    expect(users).toMatchObject({ status: 'completed', created_count: 3, error_count: 0, processed_count: 3 });
    expect(lines(users)).toEqual([4]);
    expect(keys).toMatchObject({ status: 'completed', created_count: 3, error_count: 0 });
    expect(apps).toMatchObject({ status: 'completed', created_count: 2, error_count: 1 });
    expect(gone).toMatchObject({
      status: 'failed',
      created_count: 0,
      error: expect.stringContaining('no longer active'),
    });
  });
});
