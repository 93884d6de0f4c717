import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables that many requests add to: what they are counted as, and by what, in the arguments of `count_record`. */
const HOT = {
  audit_entries: [
    'guard.audit_log',
    'action',
    'resource_type',
    'outcome',
    'actor_id',
    `day=to_char("timestamp" at time zone 'UTC', 'YYYY-MM-DD')`,
  ],
  documents: ['office.document', 'status', 'owner_id', 'visibility', 'deleted=deleted_at is not null', 'tags'],
};

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

function dims(counted: readonly string[]): string {
  const parts = counted.map((by) => {
    const [name, ...expression] = by.split('=');
    return `${literal(name!)}, ${expression.join('=') || name}`;
  });
  return `jsonb_build_object(${parts.join(', ')})`;
}

const counting = (table: string, by: string, counted: readonly string[]) => `
  drop trigger ${table}_added on ${table};
  create trigger ${table}_added after insert on ${table} referencing new table as added
    for each statement execute function ${by}(${counted.map(literal).join(', ')});`;

export class HotCounts1763833001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, counted] of Object.entries(HOT)) {
      const [resource, ...columns] = counted;
      await runner.query(`
        -- As count_record does it, which plans its statement anew each time: one that is written out is planned once.
        create function count_${table}() returns trigger language plpgsql as $$
        begin
          insert into record_counts (workspace_id, resource, dims, n)
            select workspace_id, ${literal(resource!)}, ${dims(columns)}, count(*) from added group by 1, 3;
          return null;
        end $$;
        ${counting(table, `count_${table}`, counted)}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, counted] of Object.entries(HOT))
      await runner.query(`${counting(table, 'count_record', counted)} drop function count_${table};`);
  }
}
