import { describe, expect } from 'vitest';
import { fieldsOf } from '../../src/platform/fields/field-spec.js';
import type { Route } from '../../src/platform/request/routes.js';
import { StoreRegistry } from '../../src/platform/resource/stores.module.js';
import { nameOf, prepare, withText } from '../support/sample-registry.js';
import type { Client, TestApp } from '../support/test-app.js';
import { check } from './check.js';

const LIST =
  'Make the query of the list with ListOf, answer `this.store.list(query)`, and name the searched field with `text` in the sample.';
const COLUMN =
  'Give the table `search tsvector generated always as (search_vector(…)) stored` of the columns that `searchable` names, and a GIN index on (workspace_id, search).';

/** The search in lists of these routes, and over all types. `isChecked`: the types that are checked. */
export function checkSearch(
  suite: TestApp,
  routes: Route[],
  isChecked: (type: string) => boolean = () => true,
): { types: string[] } {
  const stores = [...suite.app.get(StoreRegistry).all].filter(
    ({ resource }) => resource.searchable && isChecked(resource.type),
  );
  const types = stores.map(({ resource }) => resource.type).toSorted();
  const lists = routes.filter(
    ({ endpoint, query }) => endpoint?.page && endpoint.resource.searchable && fieldsOf(query!.prototype).has('q'),
  );
  /** The list that records are added to. */
  const main = lists.filter((list) => routes.some((route) => isAddition(route, list)));

  check('the search stands in every list of a searchable resource, each of which is tried here', LIST, () => {
    expect(types.filter((type) => !withText(type, 'Quixote'))).toEqual([]);
    expect(main.map(typeOf).toSorted()).toEqual(types);
    const all = routes.filter(({ endpoint, query }) => endpoint?.page && endpoint.resource.searchable && query);
    expect(all.filter((route) => !lists.includes(route)).map(nameOf)).toEqual([]);
  });

  for (const { table, resource } of stores)
    check(
      `${resource.type}: the table generates what is declared, and indexes it with the workspace`,
      COLUMN,
      async () => {
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

  for (const route of main)
    describe(nameOf(route), () => {
      check(
        'finds the beginnings of all words, whatever their case and accents, in its order, with the total',
        LIST,
        async () => {
          const { client } = await suite.workspace();
          const { path } = await prepare(route, client);
          const texts = ['Zoë Quixote-Møller', 'ZOETROPE quilt 42', 'Another, Quixotic: zo'];
          const ids: string[] = [];
          for (const text of texts) ids.push(await add(routes, route, client, path, text));
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
        },
      );

      check('goes on over pages by a cursor of the same words, and finds nothing of others', LIST, async () => {
        const { client } = await suite.workspace();
        const { path } = await prepare(route, client);
        const ids = new Set<string>();
        for (const name of ['One', 'Two', 'Three']) ids.add(await add(routes, route, client, path, `Quixote ${name}`));
        const seen: string[] = [];
        let first: string | undefined;
        for (let cursor: string | null = ''; cursor !== null;) {
          const { body }: { body: any } = await client.get(
            at(path, { q: 'quix', limit: 1, ...(cursor && { cursor }) }),
          );
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

      check('takes up to 200 characters with a letter or a digit', LIST, async () => {
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

  check('the search over all types finds a record of each, and says where it is', LIST, async () => {
    const { client } = await suite.workspace();
    const ids = new Map<string, string>();
    for (const route of main)
      ids.set(typeOf(route), await add(routes, route, client, (await prepare(route, client)).path, 'Zoë Quixote'));
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

  return { types };
}

const typeOf = (route: Route) => route.endpoint?.resource.type ?? '';
const isAddition = (route: Route, list: Route) =>
  route.path === list.path &&
  route.method === 'POST' &&
  route.status === 201 &&
  ['', typeOf(list)].includes(typeOf(route));

export const at = (path: string, query: object) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;

/** Adds a record with this text to a list. */
async function add(routes: Route[], route: Route, client: Client, path: string, text: string): Promise<string> {
  const post = routes.find((other) => isAddition(other, route))!;
  const facts = withText(typeOf(route), text)!;
  const { status, body } = await (await prepare(post, client, { path, facts })).send(client);
  expect(status, JSON.stringify(body)).toBe(201);
  // The name of a file comes with its bytes.
  if (typeOf(route) === 'office.file')
    expect((await client.patch(`${path}/${body.id}`, { name: text })).status).toBe(200);
  return body.id;
}
