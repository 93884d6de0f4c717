import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/fields/ids.js';
import { Trash } from '../../platform/maintenance/trash.js';
import { rowMatches } from '../../platform/resource/conditions.js';
import { errorsOf } from '../../../test/expect-error.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { sheets } from './sheet.resource.js';

const PATH = '/v1/office/sheets';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

async function aSheet(fields: object = {}) {
  const { body } = await client.post(PATH, { title: 'Budget', ...fields });
  return (await client.get(`${PATH}/${body.id}`)).body;
}

describe('POST /v1/office/sheets', () => {
  it('creates a sheet with one tab that belongs to the user behind the key', async () => {
    const created = await client.post(PATH, { title: ' Budget ' });
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^sht_/),
        title: 'Budget',
        sheet_count: 1,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    const { id, created_at } = created.body;
    expect(created.headers.get('location')).toBe(`${PATH}/${id}`);
    expect((await client.get(`${PATH}/${id}`)).body).toEqual({
      id,
      title: 'Budget',
      sheet_count: 1,
      sheets: [{ name: 'Sheet1', rows: 1000, columns: 26 }],
      owner_id: suite.ownerId,
      tags: [],
      created_at,
      updated_at: created_at,
      deleted_at: null,
      purge_at: null,
      revision: 1,
    });
  });

  it('takes tabs, an owner and tags', async () => {
    const initial_sheets = [
      { name: 'January', rows: 10, columns: 5 },
      { name: `It's A1!`, rows: 1 },
    ];
    const sheet = await aSheet({ initial_sheets, tags: ['money'], owner_id: suite.ownerId });
    expect(sheet).toMatchObject({
      sheet_count: 2,
      sheets: [
        { name: 'January', rows: 10, columns: 5 },
        { name: `It's A1!`, rows: 1, columns: 26 },
      ],
      tags: ['money'],
      owner_id: suite.ownerId,
    });
  });

  it.each([
    [{ title: '' }, ['title required']],
    [{ title: 'x'.repeat(256) }, ['title too_long']],
    [{ initial_sheets: [] }, ['initial_sheets required']],
    [{ initial_sheets: [{}] }, ['initial_sheets[0].name required']],
    [{ initial_sheets: [{ name: 'x'.repeat(32) }] }, ['initial_sheets[0].name too_long']],
    [{ initial_sheets: [{ name: 'a', rows: 0 }] }, ['initial_sheets[0].rows out_of_range']],
    [{ initial_sheets: [{ name: 'a', columns: 16_385 }] }, ['initial_sheets[0].columns out_of_range']],
    [{ initial_sheets: [{ name: 'a' }, { name: 'A' }] }, ['initial_sheets[1].name duplicate']],
    [
      { initial_sheets: [{ name: 'a/b' }, { name: `'a` }, { name: `a'` }, { name: 'a:b' }] },
      [0, 1, 2, 3].map((index) => `initial_sheets[${index}].name invalid_value`),
    ],
    [{ initial_sheets: [{ name: 'a', rows: 1_000_000, columns: 11 }] }, ['initial_sheets too_large']],
    [
      { initial_sheets: Array.from({ length: 201 }, (_, n) => ({ name: `${n}`, rows: 1 })) },
      ['initial_sheets too_many'],
    ],
    [{ owner_id: newId('usr') }, ['owner_id not_found']],
    [{ tags: ['a', 'a'] }, ['tags[1] duplicate']],
  ])('refuses %j', async (fields, expected) => {
    expect(errorsOf(await client.post(PATH, { title: 'Budget', ...fields }))).toEqual([400, ...expected]);
  });

  it('takes 200 tabs and 10 million cells', async () => {
    const many = Array.from({ length: 200 }, (_, n) => ({ name: `${n}`, rows: 1000, columns: 50 }));
    expect((await aSheet({ initial_sheets: many })).sheet_count).toBe(200);
  });
});

describe('GET /v1/office/sheets', () => {
  it('lists page by page, by owner and tag, without what is in the trash', async () => {
    const own = await suite.workspace();
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c', 'd', 'e'])
      ids.push((await own.client.post(PATH, { title, tags: title < 'c' ? ['early'] : [] })).body.id);
    await own.client.delete(`${PATH}/${ids[4]}`);
    const list = async (query: string) => (await own.client.get(`${PATH}?${query}`)).body;

    const first = await list('limit=3&sort=title:asc');
    expect(first.data.map(({ title }: any) => title)).toEqual(['a', 'b', 'c']);
    expect(first.meta).toEqual({ total: 4, next_cursor: expect.any(String), has_more: true });
    const second = await list(`limit=3&sort=title:asc&cursor=${first.meta.next_cursor}`);
    expect(second.data.map(({ title }: any) => title)).toEqual(['d']);
    expect(second.meta).toEqual({ total: 4, next_cursor: null, has_more: false });

    expect((await list('tag=early')).meta.total).toBe(2);
    expect((await list(`owner_id=${own.ownerId}`)).meta.total).toBe(4);
    expect(await list(`owner_id=${newId('usr')}`)).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await list('include_deleted=true')).meta.total).toBe(5);
    expect(errorsOf(await own.client.get(`${PATH}?limit=101`))).toEqual([400, 'limit out_of_range']);
  });
});

describe('PATCH /v1/office/sheets/{id}', () => {
  it('renames, tags and gives to another owner', async () => {
    const { id } = await aSheet();
    const { status, body } = await client.patch(`${PATH}/${id}`, { title: 'Plan', tags: ['a'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, title: 'Plan', tags: ['a'], revision: 2, sheet_count: 1 });
    expect(errorsOf(await client.patch(`${PATH}/${id}`, { title: null }))).toEqual([400, 'title invalid_type']);
    expect(errorsOf(await client.patch(`${PATH}/${id}`, { owner_id: newId('usr') }))).toEqual([
      400,
      'owner_id not_found',
    ]);
    const stale = await client.patch(`${PATH}/${id}`, { title: 'Late' }, { headers: { 'If-Match': '"1"' } });
    expect(stale.status).toBe(412);
  });
});

describe('DELETE /v1/office/sheets/{id} and restore', () => {
  it('moves to the trash and back', async () => {
    const sheet = await aSheet();
    expect((await client.delete(`${PATH}/${sheet.id}`)).status).toBe(204);
    expect((await client.get(`${PATH}/${sheet.id}`)).status).toBe(404);
    expect((await client.delete(`${PATH}/${sheet.id}`)).status).toBe(404);
    const trashed = (await client.get(`${PATH}/${sheet.id}?include_deleted=true`)).body;
    expect(Date.parse(trashed.purge_at) - Date.parse(trashed.deleted_at)).toBe(30 * 86_400_000);
    const restored = await client.post(`${PATH}/${sheet.id}/restore`);
    expect([restored.status, restored.body]).toEqual([
      200,
      { ...sheet, revision: 3, updated_at: restored.body.updated_at },
    ]);
    expect((await client.post(`${PATH}/${sheet.id}/restore`)).status).toBe(409);
  });

  it('removes for good with hard=true, cells and all, and after 30 days', async () => {
    const [hard, old] = [await aSheet(), await aSheet()];
    for (const { id } of [hard, old]) {
      await client.put(`${PATH}/${id}/values`, { range: 'A1', values: [['x']] });
      await client.delete(`${PATH}/${id}`);
    }
    expect((await client.delete(`${PATH}/${hard.id}?hard=true`)).status).toBe(204);
    await suite.database.execute(`update sheets set purge_at = now() - interval '1 day' where id = $1`, [old.id]);
    await suite.app.get(Trash).purge();
    for (const { id } of [hard, old]) {
      expect((await client.get(`${PATH}/${id}?include_deleted=true`)).status).toBe(404);
      expect((await suite.database.execute('select 1 from sheet_blocks where sheet_id = $1', [id])).rows).toEqual([]);
    }
  });
});

describe('Who changes which sheets', () => {
  const who = (isEditor: boolean) => ({ user_id: 'usr_1', isEditor: () => isEditor, isAdmin: () => false }) as never;

  it('editors change all of them, others their own, and everybody sees them', () => {
    expect(sheets.writable!(who(true))).toBe('all');
    expect(rowMatches(sheets.writable!(who(false)), { owner_id: 'usr_1' })).toBe(true);
    expect(rowMatches(sheets.writable!(who(false)), { owner_id: 'usr_2' })).toBe(false);
    expect(sheets.visible).toBeUndefined();
  });

  it('needs the scopes of office', async () => {
    const reader = await suite.withScopes('office:read');
    const { id } = await aSheet();
    expect((await reader.get(`${PATH}/${id}/values?range=A1`)).status).toBe(200);
    expect((await reader.put(`${PATH}/${id}/values`, { range: 'A1', values: [[1]] })).status).toBe(403);
    expect((await reader.post(`${PATH}/${id}/values/append`, { range: 'A1', values: [[1]] })).status).toBe(403);
    expect((await reader.post(`${PATH}/${id}/values/clear`, { range: 'A1' })).status).toBe(403);
    const other = await suite.workspace();
    expect((await other.client.get(`${PATH}/${id}/values?range=A1`)).status).toBe(404);
    expect((await other.client.put(`${PATH}/${id}/values`, { range: 'A1', values: [[1]] })).status).toBe(404);
  });
});
