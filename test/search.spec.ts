import { afterAll, describe, expect, it } from 'vitest';
import { fieldsOf } from '../src/platform/fields/fields.js';
import { type Route, Routes } from '../src/platform/request/routes.js';
import { StoreRegistry } from '../src/platform/resource/stores.module.js';
import { nameOf, prepare, withText } from './support/samples.js';
import { type Client, startTestApp } from './support/test-app.js';

const suite = await startTestApp({ ROLE: 'api' });
afterAll(() => suite.close());

const routes = suite.app.get(Routes).all;
const stores = [...suite.app.get(StoreRegistry).all].filter(({ resource }) => resource.searchable);
const lists = routes.filter(
  ({ endpoint, query }) => endpoint?.page && endpoint.resource.searchable && fieldsOf(query!.prototype).has('q'),
);
const typeOf = (route: Route) => route.endpoint?.resource.type ?? '';
const isAddition = (route: Route, list: Route) =>
  route.path === list.path &&
  route.method === 'POST' &&
  route.status === 201 &&
  ['', typeOf(list)].includes(typeOf(route));
/** The list that records are added to. */
const main = lists.filter((list) => routes.some((route) => isAddition(route, list)));

const at = (path: string, query: object) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;

/** Adds a record with this text to a list. */
async function add(route: Route, client: Client, path: string, text: string): Promise<string> {
  const post = routes.find((other) => isAddition(other, route))!;
  const facts = withText(typeOf(route), text)!;
  const { status, body } = await (await prepare(post, client, { path, facts })).send(client);
  expect(status, JSON.stringify(body)).toBe(201);
  // The name of a file comes with its bytes.
  if (typeOf(route) === 'office.file')
    expect((await client.patch(`${path}/${body.id}`, { name: text })).status).toBe(200);
  return body.id;
}

it('stands in every list of a searchable resource, each of which is tried here', () => {
  const types = stores.map(({ resource }) => resource.type).toSorted();
  expect(types.length).toBeGreaterThan(15);
  expect(types.filter((type) => !withText(type, 'Quixote'))).toEqual([]);
  expect(main.map(typeOf).toSorted()).toEqual(types);
  const all = routes.filter(({ endpoint, query }) => endpoint?.page && endpoint.resource.searchable && query);
  expect(all.filter((route) => !lists.includes(route)).map(nameOf)).toEqual([]);
});

it.each(stores.map((store) => [store.resource.type, store] as const))(
  '%s: the table generates what is declared, and indexes it with the workspace',
  async (_, { table, resource }) => {
    const generated = (of: string, column: string) =>
      suite.database.execute(
        `select pg_get_expr(adbin, adrelid) as sql from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
         where adrelid = to_regclass($1) and attname = $2`,
        [of, column],
      );
    await suite.database.execute(
      `create table search_of_${table} (like ${table},
         declared tsvector generated always as (search_vector(${resource.searchable!.join(', ')})) stored)`,
    );
    try {
      const [{ rows: real }, { rows: declared }] = [
        await generated(table, 'search'),
        await generated(`search_of_${table}`, 'declared'),
      ];
      expect(real).toHaveLength(1);
      expect(real).toEqual(declared);
    } finally {
      await suite.database.execute(`drop table search_of_${table}`);
    }
    const { rows } = await suite.database.execute(
      `select indexdef from pg_indexes where tablename = $1 and indexdef like '%gin (workspace_id, search)%'`,
      [table],
    );
    expect(rows).toHaveLength(1);
  },
);

describe.each(main.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  it('finds the beginnings of all words, whatever their case and accents, in its order, with the total', async () => {
    const { client } = await suite.workspace();
    const { path } = await prepare(route, client);
    const texts = ['Zoë Quixote-Møller', 'ZOETROPE quilt 42', 'Another, Quixotic: zo'];
    const ids: string[] = [];
    for (const text of texts) ids.push(await add(route, client, path, text));
    const found = async (q: string, more = {}) => {
      const { status, body } = await client.get(at(path, { limit: 100, q, ...more }));
      expect([status, body.meta?.total]).toEqual([200, body.data?.length]);
      return body.data.map(({ id }: any) => ids.indexOf(id));
    };
    const sorted = async (q: string) => (await found(q)).toSorted();

    expect(await sorted('qui')).toEqual([0, 1, 2]);
    expect(await sorted('uixo')).toEqual([]);
    expect(await sorted('quixot')).toEqual([0, 2]);
    expect(await sorted('zoe')).toEqual([0, 1]);
    expect(await sorted('ZOË')).toEqual([0, 1]);
    expect(await sorted('zoe\u0308')).toEqual([0, 1]);
    expect(await sorted('møller')).toEqual([0]);
    expect(await sorted('moller zoe qui')).toEqual([0]);
    expect(await sorted('quixote-møller')).toEqual([0]);
    expect(await sorted('quil 4')).toEqual([1]);
    expect(await sorted('zoe quil')).toEqual([1]);
    expect(await sorted('zoe quil another')).toEqual([]);
    expect(await sorted(`qui ' & | ! :* %_\\ <-> ()`)).toEqual([0, 1, 2]);

    const all = (await client.get(at(path, { limit: 100 }))).body.data.map(({ id }: any) => ids.indexOf(id));
    expect(await found('qui')).toEqual(all.filter((place: number) => place >= 0));
    const { sorts } = route.query as unknown as { sorts: string[] };
    for (const direction of ['asc', 'desc']) {
      const sort = `${sorts[0]}:${direction}`;
      const { data } = (await client.get(at(path, { limit: 100, sort }))).body;
      expect(await found('qui', { sort })).toEqual(
        data.map(({ id }: any) => ids.indexOf(id)).filter((place: number) => place >= 0),
      );
    }
  });

  it('goes on over pages by a cursor of the same words, and finds nothing of others', async () => {
    const { client } = await suite.workspace();
    const { path } = await prepare(route, client);
    const ids = new Set<string>();
    for (const name of ['One', 'Two', 'Three']) ids.add(await add(route, client, path, `Quixote ${name}`));
    const seen: string[] = [];
    let first: string | undefined;
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: any } = await client.get(at(path, { q: 'quix', limit: 1, ...(cursor && { cursor }) }));
      expect(body.meta.total).toBe(3);
      seen.push(...body.data.map(({ id }: any) => id));
      cursor = body.meta.next_cursor;
      first ??= cursor!;
    }
    expect([seen.length, new Set(seen)]).toEqual([3, ids]);
    const other = await client.get(at(path, { q: 'quixo', limit: 1, cursor: first }));
    expect([other.status, other.body.error.details[0].field]).toEqual([400, 'cursor']);

    const stranger = await suite.workspace();
    const answer = await stranger.client.get(at(path, { q: 'quix' }));
    if (route.path.includes(':')) expect(answer.status).toBe(404);
    else expect(answer.body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it('takes up to 200 characters with a letter or a digit', async () => {
    const { path } = await prepare(route, suite.client);
    for (const q of [
      'x'.repeat(200),
      'ß'.repeat(200),
      '㌖'.repeat(200),
      '٣',
      'x '.repeat(100).trim(),
      `${'!'.repeat(199)}a`,
    ])
      expect([q, (await suite.client.get(at(path, { q }))).status]).toEqual([q, 200]);
    for (const [q, code] of [
      ['', 'required'],
      [' ', 'required'],
      ['?!', 'invalid_value'],
      ['\u0308', 'invalid_value'],
      ['x'.repeat(201), 'too_long'],
    ] as const) {
      const { status, body } = await suite.client.get(at(path, { q }));
      expect([q, status, body.error.details]).toMatchObject([q, 400, [{ field: 'q', code }]]);
    }
  });
});

describe('The search over all types', () => {
  it('finds a record of each, and says where it is', async () => {
    const { client } = await suite.workspace();
    const ids = new Map<string, string>();
    for (const route of main)
      ids.set(typeOf(route), await add(route, client, (await prepare(route, client)).path, 'Zoë Quixote'));
    const { status, body } = await client.get('/v1/search?q=QUIX zoe');
    expect([status, body.meta]).toEqual([200, { total: body.data.length, next_cursor: null, has_more: false }]);
    expect(new Map(body.data.map(({ type, id }: any) => [type, id]))).toEqual(ids);
    for (const { type, id, title, subtitle, url } of body.data) {
      expect([type, `${title} ${subtitle}`]).toEqual([type, expect.stringContaining('Quixote')]);
      const shown = (await client.get(url)).body;
      expect([type, (shown.data ?? [shown]).map((record: any) => record.id)]).toEqual([
        type,
        expect.arrayContaining([id]),
      ]);
    }
    expect((await (await suite.workspace()).client.get('/v1/search?q=quix')).body.data).toEqual([]);
  });
});

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
