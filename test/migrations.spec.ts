import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DataSource, EntityMetadata } from 'typeorm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate, openDataSource } from '../src/platform/database/data-source.js';
import { StoreRegistry } from '../src/platform/resource/stores.module.js';
import { countedTables } from '../src/platform/resource/totals.js';
import { databaseUrl } from './support/global-setup.js';
import { startTestApp, type TestApp } from './support/test-app.js';

/**
 * Tables that belong to no workspace: the list of them, how far listeners are, addresses of users who have forgotten a
 * password, and TypeORM's own.
 */
const GLOBAL_TABLES = [
  'audit_keys',
  'rate_limits',
  'workspaces',
  'event_cursors',
  'link_requests',
  'maintenance_tasks',
  'migrations',
];

const databases: string[] = [];

afterAll(async () => {
  for (const name of databases) await onServer(`drop database ${name} with (force)`);
});

describe('on an empty database', () => {
  it('everything goes up, down to nothing, and up again to the same', async () => {
    const url = await emptyDatabase();
    const names = await migrate(url);
    expect(names.length).toBeGreaterThan(0);
    expect(await migrate(url)).toEqual([]);
    const schema = await schemaOf(url);

    await withDataSource(url, async (dataSource) => {
      for (const _ of names) await dataSource.undoLastMigration({ transaction: 'each' });
      expect(await dataSource.query('select * from migrations')).toEqual([]);
      await dataSource.query('drop table migrations');
    });
    expect(await schemaOf(url)).toEqual([]);

    expect(await migrate(url)).toEqual(names);
    expect(await schemaOf(url)).toEqual(schema);
  });

  it('several processes that start at once migrate once', async () => {
    const url = await emptyDatabase();
    const done = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    const [first, ...others] = done.toSorted((a, b) => b.length - a.length);
    expect(first!.length).toBeGreaterThan(0);
    expect(others).toEqual([[], []]);
  });
});

describe('a renamed type', () => {
  it('is renamed in the audit trail and in the counts, and back', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    await withDataSource(url, async (dataSource) => {
      const undo = () => undoTo(dataSource, 'OfficeSpreadsheetType1763800600000');
      const namedIn = async () =>
        (
          await dataSource.query(`
            select action as name from audit_entries union all select resource_type from audit_entries
            union all select dims ->> 'action' from record_counts where resource = 'guard.audit_log' and kind = 'new'
            union all select dims ->> 'resource_type' from record_counts where resource = 'guard.audit_log' and kind = 'new'
            union all select resource from record_counts where resource not in ('guard.audit_log', 'guard.alert_rule') order by name`)
        ).map(({ name }: { name: string }) => name);

      await undo();
      await dataSource.query(`
        insert into workspaces (id, name, created_at) values ('ws_1', 'One', now());
        insert into audit_entries (workspace_id, id, timestamp, actor_type, action, resource_type, outcome)
          values ('ws_1', 'evt_1', now(), 'system', 'office.sheet.deleted', 'office.sheet', 'success'),
            ('ws_1', 'evt_2', now(), 'system', 'office.file.deleted', 'office.file', 'success');
        insert into record_counts (workspace_id, resource, kind, dims, n) values ('ws_1', 'office.sheet', 'all', '{}', 5);
      `);
      const before = await namedIn();
      await dataSource.runMigrations({ transaction: 'each' });
      expect(await namedIn()).toEqual([
        ...Array(2).fill('office.file'),
        ...Array(2).fill('office.file.deleted'),
        ...Array(3).fill('office.spreadsheet'),
        ...Array(2).fill('office.spreadsheet.deleted'),
      ]);
      await undo();
      expect(await namedIn()).toEqual(before);
    });
  });
});

describe('contents in entries of the audit trail', () => {
  it('that were written before they became digests are digests afterwards', async () => {
    const url = await emptyDatabase();
    await withDataSource(url, async (dataSource) => {
      await migrate(url);
      await undoTo(dataSource, 'GuardContentsMasked1763800000000');
      await dataSource.query(`
        insert into audit_entries (workspace_id, id, timestamp, actor_type, action, resource_type, outcome, changes)
          values ('ws_1', 'evt_1', now(), 'system', 'a', 'office.document', 'success',
              '{"title": {"from": "Plan", "to": "Müller"}, "content": {"from": null, "to": "Für Müller"}}'),
            ('ws_1', 'evt_2', now(), 'system', 'a', 'office.document', 'success',
              '{"content": {"from": "Für Müller", "to": {"sha256": "00", "length": 5000}}}'),
            ('ws_1', 'evt_3', now(), 'system', 'a', 'office.document', 'success', '{"title": {"from": "A", "to": "B"}}'),
            ('ws_1', 'evt_4', now(), 'system', 'a', 'office.document', 'denied', null)`);
      await dataSource.runMigrations({ transaction: 'each' });
      const digest = { sha256: createHash('sha256').update('Für Müller').digest('hex'), length: 10 };
      expect(await dataSource.query('select changes from audit_entries order by id')).toEqual(
        [
          { title: { from: 'Plan', to: 'Müller' }, content: { from: null, to: digest } },
          { content: { from: digest, to: { sha256: '00', length: 5000 } } },
          { title: { from: 'A', to: 'B' } },
          null,
        ].map((changes) => ({ changes })),
      );
    });
  });
});

describe('seals of audit entries', () => {
  it('lie beside them afterwards, and in them before', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    await withDataSource(url, async (dataSource) => {
      const undo = () => undoTo(dataSource, 'GuardSeals1763833000000');
      const hash = (digit: number) => String(digit).repeat(64);
      await undo();
      await dataSource.query(`
        select ensure_partitions('audit_entries', '2020-02-29T23:59:59Z', '2020-02-29T23:59:59Z');
        insert into audit_entries (workspace_id, id, timestamp, actor_type, action, resource_type, outcome, sequence, prev_hash, hash)
          values ('ws_1', 'evt_1', '2020-02-29T23:59:59.999Z', 'system', 'a', 'a', 'success', 1, '${hash(0)}', '${hash(1)}'),
            ('ws_1', 'evt_2', now(), 'system', 'a', 'a', 'success', 2, '${hash(1)}', '${hash(2)}'),
            ('ws_1', 'evt_3', now(), 'system', 'a', 'a', 'success', null, null, null)`);
      const within = () => dataSource.query('select id, sequence, prev_hash, hash from audit_entries order by id');
      const before = await within();
      await dataSource.runMigrations({ transaction: 'each' });
      expect(
        await dataSource.query(
          `select id, sequence, encode(prev_hash, 'hex') as prev_hash, encode(hash, 'hex') as hash
           from audit_entries left join audit_seals using (workspace_id, timestamp, id) order by id`,
        ),
      ).toEqual(before);
      expect(await dataSource.query('select id from audit_unsealed')).toEqual([{ id: 'evt_3' }]);
      await undo();
      expect(await within()).toEqual(before);
    });
  });
});

describe('counts of audit entries by address', () => {
  it('have those that are there, and forget what addresses they had', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    await withDataSource(url, async (dataSource) => {
      const undo = () => undoTo(dataSource, 'GuardAuditByAddress1763842000000');
      const add = () =>
        dataSource.query(`
          insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, action, resource_type, outcome, ip_address)
            select 'ws_1', gen_random_uuid(), '2020-02-29T23:59:59.999Z', 'user', actor, 'a', 'a', 'success', address
            from (values ('usr_1', '192.0.2.1'), ('usr_2', '192.0.2.1'), ('usr_1', null)) entry (actor, address)`);
      const counts = () =>
        dataSource.query(
          `select kind, sum(n)::int as n, array_agg(distinct dims ->> 'ip_address') as addresses from record_counts
           where resource = 'guard.audit_log' group by 1 order by 1`,
        );
      await dataSource.query(`select ensure_partitions('audit_entries', '2020-02-29', '2020-02-29')`);
      await undo();
      await add();
      await dataSource.runMigrations({ transaction: 'each' });
      const sums = [
        { kind: 'actor_id=usr_1&ip_address=', n: 1, addresses: [null] },
        { kind: 'actor_id=usr_1&ip_address=192.0.2.1', n: 1, addresses: ['192.0.2.1'] },
        { kind: 'actor_id=usr_2&ip_address=192.0.2.1', n: 1, addresses: ['192.0.2.1'] },
        { kind: 'ip_address=', n: 1, addresses: [null] },
        { kind: 'ip_address=&day=2020-02-29', n: 1, addresses: [null] },
        { kind: 'ip_address=192.0.2.1', n: 2, addresses: ['192.0.2.1'] },
        { kind: 'ip_address=192.0.2.1&day=2020-02-29', n: 2, addresses: ['192.0.2.1'] },
      ];
      // What is to be added up yet says nothing of the addresses that are counted already.
      expect(await counts()).toEqual([...sums, { kind: 'new', n: 3, addresses: [null] }]);
      await add();
      expect(await counts()).toEqual([...sums, { kind: 'new', n: 6, addresses: ['192.0.2.1', null] }]);
      await undo();
      expect(await counts()).toEqual([{ kind: 'new', n: 6, addresses: [null] }]);
    });
  });
});

describe('counts of tasks by the day they are due', () => {
  it('have those that are there, and forget the days', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    await withDataSource(url, async (dataSource) => {
      const undo = () => undoTo(dataSource, 'ProjectDueCounted1763860000000');
      const add = () =>
        dataSource.query(`
          insert into tasks (workspace_id, id, project_id, title, words, description, status, priority, due_date, labels, tags,
              blocked_by, rank, time_spent_seconds, created_at, updated_at, revision)
            select 'ws_1', gen_random_uuid(), 'prj_1', 'T', '{}', '', 'todo', 'none', due, '{}', '{}', '{}', 'j', 0, now(), now(), 1
            from (values ('2020-02-29'::date), ('2020-02-29'), (null)) task (due)`);
      const counts = () =>
        dataSource.query(
          `select kind, sum(n)::int as n, array_agg(distinct dims ->> 'due') as days from record_counts
           where resource = 'project.task' group by 1 order by 1`,
        );
      await undo();
      await add();
      await dataSource.runMigrations({ transaction: 'each' });
      const sums = [
        { kind: 'project_id=prj_1&due=2020-02-29', n: 2, days: ['2020-02-29'] },
        { kind: 'project_id=prj_1&due=infinity', n: 1, days: ['infinity'] },
      ];
      const unfolded = { kind: 'new', n: 3, days: [null] };
      expect(await counts()).toEqual([unfolded, ...sums]);
      await add();
      expect(await counts()).toEqual([{ kind: 'new', n: 6, days: ['2020-02-29', 'infinity', null] }, ...sums]);
      await undo();
      expect(await counts()).toEqual([{ ...unfolded, n: 6 }]);
    });
  });
});

describe('the migrated schema', () => {
  let suite: TestApp;
  beforeAll(async () => {
    suite = await startTestApp();
  });
  afterAll(() => suite.close());

  it('has just the columns of the entities', async () => {
    const { dataSource } = suite.database;
    expect(dataSource.entityMetadatas.length).toBeGreaterThan(0);
    for (const entity of dataSource.entityMetadatas) {
      expect(await columnsOf(dataSource, entity), entity.name).toEqual(declaredColumns(dataSource, entity));
    }
  });

  it('counts each resource by what it is declared to be counted by', async () => {
    const { rows } = await suite.database.execute<{ table: string; how: string; arguments: string }>(`
      select t.tgrelid::regclass::text as table,
        case t.tgtype & 28 when 4 then 'insert' when 8 then 'delete' when 16 then 'update' end as how,
        encode(t.tgargs, 'escape') as arguments
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where p.proname like 'count\\_%' and t.tgparentid = 0`);
    const counting = rows.map(({ table, how, arguments: text }) => {
      const [resource, ...names] = text.split('\\000').slice(0, -1);
      return [table, how, resource, ...names];
    });
    const declared = [...suite.app.get(StoreRegistry).all]
      .filter(({ resource }) => resource.countedBy)
      .flatMap(({ table, resource }) =>
        // Entries of the audit trail never change, nor do its checkpoints.
        ['insert', 'delete', ...(table.startsWith('audit_') ? [] : ['update'])].map((how) => [
          table,
          how,
          resource.type,
          ...resource.countArguments,
        ]),
      );
    for (const [name, { table, columns, changes }] of countedTables)
      for (const how of ['insert', 'delete', ...(changes ? ['update'] : [])])
        declared.push([table, how, name, ...columns]);
    expect(counting.map(String).toSorted()).toEqual(declared.map(String).toSorted());
  });

  it('has the workspace first in the primary key of every table, so that it can be distributed by it', async () => {
    const tables = await suite.database.execute(`
      select t.relname as table, (
        select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indrelid = t.oid and i.indisprimary) as first
      from pg_class t
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      order by t.relname`);
    const others = tables.rows.filter(({ first }) => first !== 'workspace_id').map(({ table }) => table);
    // Of the outbox the relay takes the oldest rows of all.
    expect(others.filter((table) => !GLOBAL_TABLES.includes(table))).toEqual(['outbox']);
  });
});

/** Columns as one comparable line each: `title text not null`. */
const line = (name: string, type: string, nullable: boolean, generated: boolean, key: boolean) =>
  [name, type, !nullable && 'not null', generated && 'generated', key && 'key'].filter(Boolean).join(' ');

function declaredColumns(dataSource: DataSource, { columns }: EntityMetadata): string[] {
  return columns
    .map((column) => {
      const size = [column.precision, column.scale].filter((number) => number !== undefined && number !== null);
      const base = dataSource.driver.normalizeType(column);
      // numeric(12,2), timestamp(3) with time zone
      const type = (size.length ? base.replace(/^\w+/, `$&(${size.join(',')})`) : base) + (column.isArray ? '[]' : '');
      const generated = column.generatedType === 'STORED';
      return line(column.databaseName, type, column.isNullable, generated, column.isPrimary);
    })
    .toSorted();
}

async function columnsOf(dataSource: DataSource, { tableName }: EntityMetadata): Promise<string[]> {
  const rows: { name: string; type: string; nullable: boolean; generated: boolean; key: boolean }[] =
    await dataSource.query(
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
        a.attgenerated = 's' as generated, coalesce(a.attnum = any(i.indkey), false) as key
      from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
      where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped`,
      [tableName],
    );
  return rows.map(({ name, type, nullable, generated, key }) => line(name, type, nullable, generated, key)).toSorted();
}

/** Everything that migrations can make, one comparable line each. */
async function schemaOf(url: string): Promise<string[]> {
  const rows = await withDataSource(url, (dataSource) =>
    dataSource.query(`
      select 'relation ' || relkind::text || ' ' || c.oid::regclass || coalesce(' ' || array_to_string(reloptions, ','), '') as line
        from pg_class c where relnamespace = 'public'::regnamespace
      union all select 'column ' || attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod)
          || ' ' || attnotnull || ' ' || coalesce(pg_get_expr(adbin, adrelid), '')
        from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      union all select 'index ' || tablename || ' ' || indexdef from pg_indexes where schemaname = 'public'
      union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'trigger ' || tgrelid::regclass || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select 'function ' || oid::regprocedure || ' ' || md5(prosrc) from pg_proc where pronamespace = 'public'::regnamespace
      union all select 'type ' || typname from pg_type where typnamespace = 'public'::regnamespace and typrelid = 0 and typelem = 0
      union all select 'schema ' || nspname from pg_namespace where nspname !~ '^(pg_|information_schema|public)'
      union all select 'extension ' || extname from pg_extension`),
  );
  return rows
    .map(({ line }: { line: string }) => line)
    .filter((text: string) => text !== 'extension plpgsql')
    .toSorted();
}

async function withDataSource<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await openDataSource(url);
  return work(dataSource).finally(() => dataSource.destroy());
}

/** Undoes migrations, the last one first, until this one is undone as well. */
async function undoTo(dataSource: DataSource, name: string): Promise<void> {
  while ((await dataSource.query('select from migrations where name = $1', [name])).length)
    await dataSource.undoLastMigration({ transaction: 'each' });
}

async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template template0`);
  databases.push(name);
  return databaseUrl(inject('postgresUrl'), name);
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
