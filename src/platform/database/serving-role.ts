import pg from 'pg';

/** Append-only tables: the serving role may only select and insert, so that a compromised process cannot rewrite the audit log. */
const APPEND_ONLY = ['audit_entries', 'audit_seals', 'audit_checkpoints', 'audit_purges'];

/** The schemas of the application and of BullMQ, which is there where PostgreSQL holds the queues. */
const SCHEMAS = ['public', 'bullmq'];

/**
 * Grants the serving role its rights: rows of all tables, no DDL. Partitions get none, because access goes through the parent
 * table, whose rights apply. Idempotent; run after every migration.
 */
export async function grantServing(ownerUrl: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const to = client.escapeIdentifier(role);
    const { rows } = await client.query<{ schema: string; name: string; kind: string }>(
      `select n.nspname as schema, c.relname as name, c.relkind as kind
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any($1) and c.relkind in ('r', 'p', 'S') and not c.relispartition
         and c.relowner = current_user::regrole`,
      [SCHEMAS],
    );
    const statements = [...new Set(rows.map(({ schema }) => schema))].map(
      (schema) => `grant usage on schema ${client.escapeIdentifier(schema)} to ${to}`,
    );
    for (const { schema, name, kind } of rows) {
      const relation = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
      if (kind === 'S') statements.push(`grant usage on sequence ${relation} to ${to}`);
      else
        statements.push(
          `revoke all on ${relation} from ${to}`,
          `grant ${rightsOn(schema, name)} on ${relation} to ${to}`,
        );
    }
    // Several statements in one message are one transaction.
    await client.query(statements.join(';\n'));
  } finally {
    await client.end();
  }
}

function rightsOn(schema: string, table: string): string {
  if (schema !== 'public') return 'select, insert, update, delete';
  if (/(^|_)migrations$/.test(table) || table === 'migration_hashes') return 'select';
  return APPEND_ONLY.includes(table) ? 'select, insert' : 'select, insert, update, delete';
}
