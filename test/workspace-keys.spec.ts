import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './support/test-app.js';

/** Copied to every node: the list of workspaces, which distributed tables refer to. */
const REFERENCE = ['workspaces'];

/**
 * Tables that stay on one node, each with its reason. Whoever signs in is found before the workspace is known, so those
 * tables have keys without it; and what refers to one of them, or is referred to, stays beside it.
 */
const LOCAL: Record<string, string> = {
  access_tokens: 'found by the hash of a token, before the workspace is known',
  api_keys: 'found by the hash of a key, before the workspace is known',
  oauth_artifacts: 'found by the hash of a code or token, before the workspace is known',
  oauth_clients: 'found by the id that a client sends to /oauth, before the workspace is known',
  sessions: 'found by the hash of a cookie, before the workspace is known',
  user_links: 'found by the hash of a link in a mail, before the workspace is known',
  users: 'sessions and links refer to it',
  group_members: 'refers to users',
  groups: 'its members refer to it',
  project_members: 'refers to users',
  favourites: 'refers to users',
  factors: 'passkeys are found by the id of their credential, before the workspace is known',
  recovery_codes: 'refers to users',
  identities: 'refers to users',
  identity_providers: 'identities refer to it',
  proved_domains: 'found by the domain of an address, before the workspace is known, and unique across workspaces',
  link_requests: 'addresses of people who ask for a link, of any workspace',
  rate_limits: 'counts by network address, before the workspace is known',
  audit_keys: 'sign for the deployment',
  maintenance_tasks: 'the last runs, of the deployment',
  event_cursors: 'how far each listener is, over all workspaces',
  migration_hashes: 'of the schema',
  migrations: 'of TypeORM',
};

interface Table {
  name: string;
  /** Whether each row has a workspace. */
  scoped: boolean;
  /** The columns of each unique index and foreign key, and the table that the key refers to. */
  uniques: { name: string; columns: string[] }[];
  references: { name: string; columns: string[]; to: string }[];
}

/** The tables of the schema without their partitions, which have the same keys. */
const TABLES = `
  select t.relname as name,
    exists (select from pg_attribute where attrelid = t.oid and attname = 'workspace_id' and attnotnull) as scoped,
    coalesce((select json_agg(json_build_object('name', i.indexrelid::regclass::text, 'columns',
      (select json_agg(a.attname) from pg_attribute a where a.attrelid = t.oid and a.attnum = any (i.indkey::int2[]))))
      from pg_index i where i.indrelid = t.oid and i.indisunique), '[]') as uniques,
    coalesce((select json_agg(json_build_object('name', k.conname, 'to', k.confrelid::regclass::text, 'columns',
      (select json_agg(a.attname) from pg_attribute a where a.attrelid = t.oid and a.attnum = any (k.conkey))))
      from pg_constraint k where k.conrelid = t.oid and k.contype = 'f'), '[]') as references
  from pg_class t
  where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
  order by t.relname`;

describe('Keys of tables', () => {
  let suite: TestApp;
  let tables: Table[];
  const isDistributed = (name: string) => !(name in LOCAL) && !REFERENCE.includes(name);
  beforeAll(async () => {
    suite = await startTestApp();
    tables = await suite.database.read<Table & Record<string, unknown>>(TABLES);
  });
  afterAll(() => suite.close());

  it('have the workspace in each unique index and foreign key, but for the tables named here', () => {
    const distributed = tables.filter(({ name }) => isDistributed(name));
    expect(distributed.length).toBeGreaterThan(20);
    for (const { name, scoped, uniques, references } of distributed) {
      expect(scoped, `${name} has a workspace_id that is never null`).toBe(true);
      expect(uniques.length, `${name} has a primary key`).toBeGreaterThan(0);
      for (const key of [...uniques, ...references.filter(({ to }) => !REFERENCE.includes(to))]) {
        expect(key.columns, key.name).toContain('workspace_id');
      }
    }
  });

  it('no foreign key leads from a distributed table to a local one or back', () => {
    for (const { name, references } of tables) {
      for (const { to } of references.filter((key) => !REFERENCE.includes(key.to))) {
        expect(isDistributed(to), `${name} refers to ${to}`).toBe(isDistributed(name));
      }
    }
  });

  it('the page for operators names each table that is not distributed', async () => {
    const page = await readFile('docs/operations.md', 'utf8');
    for (const name of [...REFERENCE, ...Object.keys(LOCAL)]) expect(page).toContain(`\`${name}\``);
  });

  it('a table stays local only where it must', () => {
    const names = tables.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...REFERENCE, ...Object.keys(LOCAL)]));
    const local = tables.filter(({ name }) => name in LOCAL);
    const bound = new Set(
      local
        .filter(({ uniques }) => uniques.some(({ columns }) => !columns.includes('workspace_id')))
        .map((t) => t.name),
    );
    // And what foreign keys tie to those, in either direction.
    for (let size = -1; size !== bound.size;) {
      size = bound.size;
      for (const { name, references } of tables) {
        for (const { to } of references.filter((key) => !REFERENCE.includes(key.to))) {
          if (bound.has(name) || bound.has(to)) bound.add(name).add(to);
        }
      }
    }
    expect(Object.keys(LOCAL).toSorted()).toEqual([...bound].toSorted());
  });
});
