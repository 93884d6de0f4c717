import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { databaseUrl } from '../../../test/support/global-setup.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { readSettings } from '../config/read-settings.js';
import { prepareSchema } from '../cli/schema.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { OwnerDatabase } from './owner-database.js';

const name = `roles_${randomBytes(6).toString('hex')}`;
const [OWNER, SERVING] = [`${name}_owner`, `${name}_serving`];

let suite: TestApp;
let client: Client;
let serving: string;

async function onServer(sql: string, database?: string): Promise<void> {
  const admin = new pg.Client(database ? databaseUrl(inject('postgresUrl'), database) : inject('postgresUrl'));
  await admin.connect();
  await admin.query(sql).finally(() => admin.end());
}

const as = (role: string) => {
  const url = new URL(databaseUrl(inject('postgresUrl'), name));
  [url.username, url.password] = [role, 'secret'];
  return url.href;
};

beforeAll(async () => {
  await onServer(`create role ${OWNER} login password 'secret'; create role ${SERVING} login password 'secret'`);
  await onServer(`create database ${name} owner ${OWNER}`);
  await onServer(`revoke all on database ${name} from public; grant connect on database ${name} to ${SERVING}`, name);
  serving = as(SERVING);
  const settings = { DATABASE_URL: serving, DATABASE_OWNER_URL: as(OWNER) };
  await prepareSchema(readSettings(settings));
  suite = await startTestApp(settings);
  client = suite.client;
});
afterAll(async () => {
  await suite?.close();
  await onServer(`drop database if exists ${name} with (force)`);
  await onServer(`drop role ${OWNER}; drop role ${SERVING}`);
});

/** The state that PostgreSQL answers a statement of the serving role with; null where it takes it. */
async function refusal(sql: string): Promise<string | null> {
  const role = new pg.Client(serving);
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
    'create table mine (id int)',
    'drop trigger audit_entries_unsealed on audit_entries',
    `set role ${OWNER}`,
  ])
    expect(await refusal(sql), sql).toMatch(/^42501$|^22023$/);
});

it('leaves it to maintenance, as the owner, to make partitions and to remove what is over', async () => {
  const { database } = suite.app.get(OwnerDatabase);
  const { rows } = await database.execute('select current_user::text as name');
  expect(rows).toEqual([{ name: OWNER }]);
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
