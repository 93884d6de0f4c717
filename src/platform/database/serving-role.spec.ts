import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client, TestApp } from '../../../test/support/test-app.js';
import { startWithTwoRoles, type TwoRoles } from '../../../test/support/two-roles.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { OwnerDatabase } from './owner-database.js';

let deployment: TwoRoles;
let suite: TestApp;
let client: Client;

beforeAll(async () => {
  deployment = await startWithTwoRoles();
  ({ suite } = deployment);
  ({ client } = suite);
});
afterAll(() => deployment?.close());

/** The state that PostgreSQL answers a statement of the serving role with; null where it takes it. */
async function refusal(sql: string): Promise<string | null> {
  const role = new pg.Client(suite.settings.DATABASE_URL);
  await role.connect();
  return role
    .query(sql)
    .then(() => null)
    .catch(({ code }) => code as string)
    .finally(() => role.end());
}
const DENIED = '42501';

it('serves requests and works the queues', async () => {
  const { body } = await client.post('/v1/office/documents', { title: 'Plan' });
  expect((await client.patch(`/v1/office/documents/${body.id}`, { title: 'Plan B' })).status).toBe(200);
  await expect.poll(async () => (await client.get('/v1/guard/audit-logs/verify')).body.checked).toBeGreaterThan(0);
  await expect.poll(async () => (await client.get('/v1/events')).body.meta.total).toBeGreaterThan(0);
});

it.each(['audit_entries', 'audit_seals', 'audit_checkpoints', 'audit_purges'])(
  'changes and removes nothing in %s',
  async (table) => {
    for (const sql of [`update ${table} set workspace_id = 'ws_x'`, `delete from ${table}`, `truncate ${table}`])
      expect(await refusal(sql), sql).toBe(DENIED);
    expect(await refusal(`select 1 from ${table}`)).toBeNull();
  },
);

it('reaches no partition past its table, changes no schema and becomes nobody else', async () => {
  const { rows } = await suite.database.execute(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_entries'::regclass limit 1`,
  );
  for (const sql of [
    `delete from ${rows[0]!.name}`,
    `insert into migrations (timestamp, name) values (1, 'x')`,
    `insert into migration_hashes values ('migrations', 'x', 'x')`,
    'create table mine (id int)',
    'drop trigger audit_entries_unsealed on audit_entries',
    `set role ${deployment.owner}`,
  ])
    expect(await refusal(sql), sql).toMatch(/^42501$|^22023$/);
});

it('leaves it to maintenance, as the owner, to make partitions and to remove what is over', async () => {
  const { database } = suite.app.get(OwnerDatabase);
  const { rows } = await database.execute('select current_user::text as name');
  expect(rows).toEqual([{ name: deployment.owner }]);
  suite.clock.advance(86_400 * 120);
  for (const task of ['partitions', 'guard.retention']) await suite.app.get(Maintenance).run(task);
  const { rows: months } = await suite.database.execute(
    `select 1 from pg_inherits where inhparent = 'events'::regclass`,
  );
  expect(months.length).toBeLessThan(6);
  expect(
    await refusal(`select ensure_partitions('events', now() + interval '1 year', now() + interval '1 year')`),
  ).toBeNull();
});
