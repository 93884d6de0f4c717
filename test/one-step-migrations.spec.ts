import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { expect, it } from 'vitest';
import { refusedIn } from './support/one-step-migrations.js';

/** Earlier migrations landed before two releases had to run side by side. */
const LAST_FREE = 1764308000000;

it.each([
  ['drop table deals', 'drops what'],
  ['alter table deals drop column value', 'drops a column'],
  ['alter table deals rename column value to worth', 'renames'],
  ['alter table deals rename to chances', 'renames'],
  ['alter table deals alter column value type numeric', 'another type'],
  ['alter table deals add column a text, alter column value set not null', 'refuses rows'],
  ['alter table deals add column a text not null', 'give it a default'],
  ['alter table deals add column a text default 0, add column b text not null', 'give it a default'],
  ['alter table deals\n  add column search tsvector generated always as (search_vector(a)) stored', 'generated column'],
  ['alter table deals add column a uuid not null default gen_random_uuid()', 'for a default'],
  ['update deals set value = 0', 'background work'],
  ['delete from deals', 'background work'],
  ['create table other (id text); update deals set value = 0', 'background work'],
])('%s is refused', (sql, reason) => {
  expect(refusedIn(sql)).toEqual([expect.stringContaining(reason)]);
});

it.each([
  'alter table deals add column a text',
  `alter table deals add column a text not null default 'x, not null'`,
  'create index deals_a on deals (workspace_id, a)',
  'drop index deals_a',
  'create table deals (id text not null); alter table deals alter column id set not null; update deals set id = 1',
  'create or replace function f() returns void language sql as $$ update deals set value = 0; delete from deals $$',
  '-- drop table deals\ncreate table a (id text) /* rename */',
  `insert into maintenance_tasks select 'update deals; drop table deals'`,
])('%s is fine', (sql) => {
  expect(refusedIn(sql)).toEqual([]);
});

it('no migration drops, renames or rewrites in one step what the release before it uses', async () => {
  const found: string[] = [];
  for (const file of globSync('migrations/*.ts')) {
    if (Number(/\d+/.exec(file)![0]) <= LAST_FREE) continue;
    const module: Record<string, new () => MigrationInterface> = await import(resolve(file));
    for (const Migration of Object.values(module)) {
      const statements: string[] = [];
      const runner = { query: async (sql: string) => (statements.push(sql), []) } as unknown as QueryRunner;
      await new Migration().up(runner);
      found.push(...refusedIn(statements.join(';\n')).map((problem) => `${file}: ${problem}`));
    }
  }
  expect(found).toEqual([]);
});
