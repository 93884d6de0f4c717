import { afterAll, describe, expect, it } from 'vitest';
import { Routes } from '../src/platform/request/routes.js';
import { at, checkSearch } from './routes/search.js';
import './support/samples.js';
import { type Client, startTestApp } from './support/test-app.js';

const suite = await startTestApp({ ROLE: 'api' });
afterAll(() => suite.close());

const { types } = checkSearch(suite, suite.app.get(Routes).all);

it('many types are searched', () => expect(types.length).toBeGreaterThan(15));

describe('What is found', () => {
  const found = async (client: Client, path: string, query: object) =>
    (await client.get(at(path, query))).body.data.map(({ id }: any) => id);

  it('of a document is its title and the text of its content', async () => {
    const { client } = await suite.workspace();
    const path = '/v1/office/documents';
    const content = '<p class="quixotic">Dul<b>cinea</b>&nbsp;rides <i>Rocinante</i></p>';
    const { id } = (await client.post(path, { title: 'Plan', content, content_type: 'html' })).body;
    for (const q of ['plan rocin', 'rides', 'cinea']) expect([q, await found(client, path, { q })]).toEqual([q, [id]]);
    for (const q of ['quixotic', 'class', 'nbsp']) expect([q, await found(client, path, { q })]).toEqual([q, []]);
    await client.patch(`${path}/${id}`, { content_type: 'text' });
    expect(await found(client, path, { q: 'quixotic' })).toEqual([id]);
    await client.patch(`${path}/${id}`, { content: 'Sancho' });
    expect([await found(client, path, { q: 'rides' }), await found(client, path, { q: 'sancho' })]).toEqual([[], [id]]);
    await client.delete(`${path}/${id}`);
    expect(await found(client, path, { q: 'sancho' })).toEqual([]);
    expect(await found(client, path, { q: 'sancho', include_deleted: true })).toEqual([id]);
  });

  it('of a document as large as may be are its first 200 000 characters', async () => {
    const { client } = await suite.workspace();
    const path = '/v1/office/documents';
    const count = 5 * 2 ** 20;
    for (const [n, word] of ['a', '𝔞', '㌖ ', '𐐀 ', 'x1 '].entries()) {
      const bytes = Buffer.byteLength(word);
      const content = 'sancho ' + word.repeat(Math.floor((count - 20) / bytes)) + ' rides';
      const made = await client.post(path, { title: `Plan ${n}`, content, content_type: 'text' });
      expect(made.status).toBe(201);
      expect(await found(client, path, { q: `plan ${n} sancho` })).toEqual([made.body.id]);
      expect(await found(client, path, { q: `plan ${n} rides` })).toEqual([]);
    }
    // As many different words as there can be, of four bytes each: they take most room in a tsvector.
    const words = Array.from({ length: 40_000 }, (_, n) => String.fromCodePoint(0x20000 + n)).join(' ');
    const pairs = Array.from({ length: 60_000 }, (_, n) =>
      String.fromCodePoint(0x20000 + (n % 40_000), 0x20000 + (n % 7)),
    );
    const made = await client.post(path, {
      title: 'Words',
      content: `${words} ${pairs.join(' ')}`,
      content_type: 'text',
    });
    expect(made.status).toBe(201);
    expect(await found(client, path, { q: `words ${String.fromCodePoint(0x20007)}` })).toEqual([made.body.id]);
  });

  it('of a candidate is the name and the address, and nothing once they are anonymized', async () => {
    const { client } = await suite.workspace();
    const job = (await client.post('/v1/careers/jobs', { title: 'Engineer' })).body.id;
    await client.post(`/v1/careers/jobs/${job}/publish`);
    const path = `/v1/careers/jobs/${job}/applications`;
    const candidate = { display_name: 'Ada Lovelace', email: 'ada@engines.example' };
    const { id } = (await client.post(path, { candidate })).body;
    for (const q of ['love', 'engines ada']) expect([q, await found(client, path, { q })]).toEqual([q, [id]]);
    expect((await client.post(`/v1/careers/applications/${id}/anonymize`)).status).toBe(200);
    for (const q of ['love', 'ada', 'engines']) expect([q, await found(client, path, { q })]).toEqual([q, []]);
  });

  it('is what the caller may see', async () => {
    const { client } = await suite.workspace();
    const path = '/v1/office/documents';
    const make = async (visibility: string) =>
      (await client.post(path, { title: `Quixote ${visibility}`, permissions: { visibility } })).body.id;
    const [shared] = [await make('workspace'), await make('private')];
    const { client: member, userId } = await client.signedIn('office:member');
    const own = (await member.post(path, { title: 'Quixote mine' })).body.id;
    expect((await found(member, path, { q: 'quix' })).toSorted()).toEqual([shared, own].toSorted());
    expect(await found(member, path, { q: 'quix', owner_id: userId })).toEqual([own]);
    expect(await found(client, path, { q: 'quix' })).toHaveLength(3);
  });
});

it.each([
  ['Zoë  Müller-Lüdenscheidt', 'zoe muller ludenscheidt'],
  ["O'Neil, ADA@engines.example_2", 'o neil ada engines example 2'],
  ['Øre Æther straße İı œuvre łódź', 'ore aether strasse ii oeuvre lodz'],
  ['Ελλάδα ёлка Йод', 'ελλαδα елка иод'],
  ['株式会社 ｶﾞﾗｽ ㎞ ½', '株式会社 カ\u3099ラス km 1 2'],
  ['a\u0301b', 'ab'],
  ['∑ — !', ''],
])('the words of %s are %s', async (text, words) => {
  const { rows } = await suite.database.execute('select search_text($1) as words', [text]);
  expect(rows).toEqual([{ words }]);
});

describe('Among many records', () => {
  it('pages and totals are right, however many have the words and wherever they are', async () => {
    const { id: workspaceId, ownerId, client } = await suite.workspace();
    const { client: member, userId } = await client.signedIn('office:member');
    await suite.database.execute(
      `insert into documents (workspace_id, id, title, content, content_type, status, owner_id, permissions, created_at, updated_at, revision, tags)
       select $1, 'doc_' || lpad(n::text, 26, '0'), concat_ws(' ', 'All', case when n % 3 = 0 then 'third' end,
           case when n % 100 = 0 then 'hundredth' end, case when n <= 30 then 'ancient' end, case when n > 11990 then 'new' end, 'n' || n),
         '', 'text', 'draft', case when n % 4 = 0 then $3 else $2 end,
         jsonb_build_object('visibility', case when n % 2 = 0 then 'workspace' else 'private' end),
         timestamptz '2026-01-01' + n / 2 * interval '1 s', now(), 1, case when n % 5 = 0 then array['five'] else '{}' end
       from generate_series(1, 12000) n`,
      [workspaceId, ownerId, userId],
    );
    const path = '/v1/office/documents';
    const check = async (by: Client, q: string, condition: string, query: object = {}) => {
      const { rows } = await suite.database.execute<{ id: string }>(
        `select id from documents where workspace_id = $1 and ${condition} order by created_at desc, id desc`,
        [workspaceId],
      );
      const ids = rows.map(({ id }) => id);
      const total = ids.length > 10_000 ? { total: 10_000, total_relation: 'gte' } : { total: ids.length };
      if ('sort' in query) ids.reverse();
      const first = (await by.get(at(path, { ...query, q, limit: 20 }))).body;
      expect([q, first.meta]).toEqual([
        q,
        { ...total, has_more: ids.length > 20, next_cursor: first.meta.next_cursor },
      ]);
      const second = first.meta.has_more
        ? (await by.get(at(path, { ...query, q, limit: 50, cursor: first.meta.next_cursor }))).body
        : { data: [], meta: first.meta };
      expect([...first.data, ...second.data].map(({ id }: any) => id)).toEqual(ids.slice(0, 70));
      expect(second.meta).toMatchObject(total);
    };
    for (const state of ['loaded', 'analyzed']) {
      if (state === 'analyzed') await suite.database.execute('vacuum (analyze) documents');
      await check(client, 'all', 'true');
      await check(client, 'all', 'true', { sort: 'created_at:asc' });
      for (const [q, condition] of [
        ['third', `title ~ 'third'`],
        ['hundr all', `title ~ 'hundredth'`],
        ['ancient', `title ~ 'ancient'`],
        ['new', `title ~ 'new'`],
        ['n1', `title ~ ' n1'`],
        ['n4711', `title ~ ' n4711'`],
        ['third ancient', `title ~ 'third' and title ~ 'ancient'`],
        ['nobody', 'false'],
      ] as const) {
        await check(client, q, condition);
        await check(client, q, condition, { sort: 'created_at:asc' });
        await check(client, q, `${condition} and 'five' = any(tags)`, { tag: 'five' });
        await check(client, q, `${condition} and owner_id = '${userId}'`, { owner_id: userId });
        await check(member, q, `${condition} and (visibility = 'workspace' or owner_id = '${userId}')`);
      }
    }
  });
});
