import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/sales/contacts';

let suite: TestApp;
/** A fresh workspace for each test, so that its lists hold nothing else. */
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
});
beforeEach(async () => {
  ({ client } = await suite.workspace());
});
afterAll(() => suite.close());

const add = async (body: object) => (await client.post(PATH, body)).body;
const found = async (query: string, by = client) => {
  const { body } = await by.get(`${PATH}?limit=100&${query}`);
  expect(body.meta.total, query).toBe(body.data.length);
  return body.data.map((contact: any) => contact.display_name ?? contact.email).toSorted();
};
const problem = (answer: { status: number; body: any }) => [
  answer.status,
  ...(answer.body.error.details ?? []).map(({ field, code }: any) => `${field} ${code}`),
];

describe('a contact', () => {
  it('has a name or an address, belongs to whoever made it, and is told of', async () => {
    const { userId, client: member } = await client.signedIn('sales:editor');
    const made = await member.post(PATH, { email: ' ada@example.com ' });
    expect([made.status, made.headers.get('location')]).toEqual([201, `${PATH}/${made.body.id}`]);
    expect(made.body).toMatchObject({
      display_name: null,
      email: 'ada@example.com',
      owner_id: userId,
      status: 'active',
    });
    expect(made.body).toMatchObject({ custom_fields: {}, tags: [], possible_duplicate_ids: [] });
    expect((await add({ display_name: 'Bea', owner_id: null })).owner_id).toBeNull();
    const events = async () => (await client.get('/v1/events?type=sales.contact.created')).body.data;
    await expect.poll(async () => (await events()).length).toBe(2);
    expect((await events()).map(({ payload }: any) => payload)).toContainEqual({
      contact_id: made.body.id,
      display_name: null,
      email: 'ada@example.com',
      owner_id: userId,
    });
    const at = `${PATH}/${made.body.id}`;
    expect(problem(await client.patch(at, { email: null }))).toEqual([400, 'display_name required']);
    expect((await client.patch(at, { email: null, display_name: 'Ada' })).status).toBe(200);
  });

  it('names others with its address, the newest first, ten at most', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) ids.push((await add({ email: 'ada@example.com' })).id);
    await client.delete(`${PATH}/${ids[11]}`);
    const { possible_duplicate_ids: others } = await add({ email: 'ADA@Example.com' });
    expect(others).toEqual(ids.slice(1, 11).toReversed());
  });

  it('goes to the trash, comes back, and is removed for good', async () => {
    const { id, ...rest } = await add({ display_name: 'Ada', external_id: 'a' });
    const at = `${PATH}/${id}`;
    expect((await client.delete(at)).status).toBe(204);
    expect(await found('')).toEqual([]);
    const second = await add({ display_name: 'Ada again', external_id: 'a' });
    const refused = await client.post(`${at}/restore`);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'A contact with this external_id already exists.',
    ]);
    expect((await client.delete(`${PATH}/${second.id}?hard=true`)).status).toBe(204);
    expect((await client.post(`${at}/restore`)).body).toMatchObject({ id, display_name: rest.display_name });
    expect((await client.get(`${PATH}/${second.id}?include_deleted=true`)).status).toBe(404);
  });
});

describe('by an external id', () => {
  const put = (id: string, body: object) => client.put(`${PATH}/by-external-id/${encodeURIComponent(id)}`, body);

  it('a contact is made, then changed', async () => {
    const made = await put('crm/1 ä', { display_name: 'Ada', custom_fields: { a: 1 }, tags: ['x'] });
    expect([made.status, made.headers.get('location')]).toEqual([201, `${PATH}/${made.body.id}`]);
    expect(made.body).toMatchObject({ external_id: 'crm/1 ä', tags: ['x'], owner_id: expect.any(String) });
    const changed = await put('crm/1 ä', { email: 'ada@example.com', custom_fields: { b: 2 } });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { id: made.body.id, display_name: 'Ada', email: 'ada@example.com', custom_fields: { a: 1, b: 2 }, tags: ['x'] },
    ]);
    expect(problem(await put('new', { phone: '1' }))).toEqual([400, 'display_name required']);
    expect(problem(await put('x'.repeat(256), { display_name: 'Ada' }))).toEqual([400, 'external_id too_long']);
    const second = await client.post(PATH, { display_name: 'Bea', external_id: 'crm/1 ä' });
    expect(second.status).toBe(409);
    const { id } = await add({ display_name: 'Bea' });
    expect((await client.patch(`${PATH}/${id}`, { external_id: 'crm/1 ä' })).status).toBe(409);
  });

  it('of 50 requests at once one makes it and the others change it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => put('one', { display_name: 'Ada', custom_fields: { [`n${n}`]: n } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(49).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(Object.keys((await client.get(PATH)).body.data[0].custom_fields)).toHaveLength(50);
  });

  it('that of a merged contact leads to the one that stands for it, one from the trash to a new one', async () => {
    const { body: primary } = await put('p', { display_name: 'A' });
    const { body: duplicate } = await put('d', { display_name: 'B' });
    await client.post(`${PATH}/merge`, { primary_id: primary.id, duplicate_id: duplicate.id });
    expect((await put('d', { phone: '7' })).body).toMatchObject({ id: primary.id, phone: '7', external_id: 'p' });
    await client.delete(`${PATH}/${primary.id}`);
    expect((await put('p', { display_name: 'C' })).status).toBe(201);
    // The one that stands for it is gone.
    expect((await put('d', { phone: '8' })).status).toBe(409);
  });
});

describe('custom fields', () => {
  it('are merged by key, and null takes one away', async () => {
    const fields = { a: 1, 'b.c': ['x', 2, true], d: false, constructor: 'Acme', toString: 'text' };
    const { id } = await add({ display_name: 'Ada', custom_fields: { ...fields, gone: null } });
    const at = `${PATH}/${id}`;
    expect((await client.get(at)).body.custom_fields).toEqual(fields);
    const { body } = await client.patch(at, { custom_fields: { a: null, d: 'new' } });
    expect(body.custom_fields).toEqual({ 'b.c': ['x', 2, true], d: 'new', constructor: 'Acme', toString: 'text' });
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}&action=sales.contact.updated`)).body;
    expect(data[0].changes).toEqual({ custom_fields: { from: expect.any(Object), to: expect.any(Object) } });
    expect(data[0].changes.custom_fields.to).toEqual({ sha256: expect.any(String), length: expect.any(Number) });
  });

  const text = (json: string) => `{"display_name":"Ada","custom_fields":${json}}`;
  const many = (count: number, name: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, n]));
  it.each([
    ['101 fields', JSON.stringify(many(101, 'n')), 'too_many'],
    ['__proto__', '{"__proto__":{"admin":true}}', 'invalid_format'],
  ])('refuses %s', async (_, json, code) => {
    const answer = await client.send('POST', PATH, { body: text(json) });
    expect(problem(answer)).toEqual([400, `custom_fields ${code}`]);
    expect(await found('')).toEqual([]);
  });

  it('keep their limits over several changes', async () => {
    const { id } = await add({ display_name: 'Ada', custom_fields: many(60, 'a') });
    const change = (custom_fields: object) => client.patch(`${PATH}/${id}`, { custom_fields });
    expect(problem(await change(many(41, 'b')))).toEqual([400, 'custom_fields too_many']);
    expect((await change(many(40, 'b'))).status).toBe(200);
    expect((await change({ a0: null, c: 'x'.repeat(40_000) })).status).toBe(200);
    expect(problem(await change({ b0: 'x'.repeat(30_000) }))).toEqual([400, 'custom_fields too_large']);
  });
});

describe('q', () => {
  it('finds the beginnings of words of name, address and organisation, all of them, in any case', async () => {
    await add({
      display_name: 'Ada Lovelace',
      email: 'ada.l@engines.example',
      organization_name: 'Analytical Engines',
    });
    await add({ display_name: "Zoë O'Neil-Müller", email: 'z+o@example.com' });
    await add({ email: 'adam@example.com', organization_name: '株式会社 Straße' });
    const [ada, zoe, adam] = ['Ada Lovelace', "Zoë O'Neil-Müller", 'adam@example.com'];
    for (const [q, names] of [
      ['ada', [ada, adam]],
      ['ADA LOVE', [ada]],
      ['love ana ada', [ada]],
      ['da', []],
      ['ada@', [ada, adam]],
      ['adam@example.com', [adam]],
      ['ada ada ada', [ada, adam]],
      ['zoe', [zoe]],
      ["o'neil", [zoe]],
      ['müll', [zoe]],
      ['株式', [adam]],
      ['e', [ada, zoe, adam]],
      ['ada xyz', []],
      ["ada ' & | :* %", [ada, adam]],
    ] as const) {
      expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, names.toSorted()]);
    }
  });

  it('follows changes, and stands beside other filters', async () => {
    const { id } = await add({ display_name: 'Ada', tags: ['vip'] });
    await add({ display_name: 'Ada', owner_id: null });
    await client.patch(`${PATH}/${id}`, { display_name: 'Grace' });
    expect([await found('q=ada'), await found('q=gr')]).toEqual([['Ada'], ['Grace']]);
    expect([await found('q=g&tag=vip'), await found('q=ada&tag=vip')]).toEqual([['Grace'], []]);
    await client.delete(`${PATH}/${id}`);
    expect([await found('q=g'), await found('q=g&include_deleted=true')]).toEqual([[], ['Grace']]);
    const other = await suite.workspace();
    expect(await found('q=a', other.client)).toEqual([]);
  });

  it('goes on over pages', async () => {
    for (let n = 0; n < 25; n++) await add({ display_name: `Ada ${n}` });
    const first = (await client.get(`${PATH}?q=ada&sort=display_name:asc`)).body;
    const rest = (await client.get(`${PATH}?q=ada&sort=display_name:asc&cursor=${first.meta.next_cursor}`)).body;
    expect([first.meta.total, rest.meta.total, rest.data.length]).toEqual([25, 25, 5]);
    const other = await client.get(`${PATH}?q=a&sort=display_name:asc&cursor=${first.meta.next_cursor}`);
    expect(problem(other)).toEqual([400, 'cursor invalid_value']);
  });
});

describe('the export', () => {
  it('has what the list shows by its filters, as it is at one moment, and is noted', async () => {
    await add({
      display_name: '=1+1',
      email: 'x@example.com',
      tags: ['a', 'b'],
      phone: '+49',
      custom_fields: { n: -1 },
    });
    await add({ display_name: 'Ada, "Countess"', owner_id: null });
    const { text, headers, status } = await client.get(`${PATH}/export?sort=display_name:asc`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toContain('contacts.csv');
    const [head, one, two, end] = text.split('\r\n');
    expect(head).toMatch(
      /^id,display_name,email,organization_name,phone,custom_fields,owner_id,tags,external_id,status/,
    );
    expect(one).toContain(`,'=1+1,x@example.com,,'+49,"{""n"":-1}",`);
    expect(two).toContain(',"Ada, ""Countess""",,,,{},,');
    expect(end).toBe('');
    expect((await client.get(`${PATH}/export?q=ada`)).text.split('\r\n')).toHaveLength(3);
    expect(problem(await client.get(`${PATH}/export?sort=phone:asc`))).toEqual([400, 'sort invalid_value']);
    const { data } = (await client.get('/v1/guard/audit-logs?action=sales.contact.exported')).body;
    expect(data.map(({ outcome }: any) => outcome)).toEqual(['success', 'success']);
  });
});
