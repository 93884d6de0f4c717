import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = ['action', 'resource_type', 'outcome', 'actor_id'];
const BY_ADDRESS = [...COUNTED, 'ip_address'];
const FEW = COUNTED.slice(0, 3);
const DAY = `to_char("timestamp" at time zone 'UTC', 'YYYY-MM-DD')`;

const dims = (columns: readonly string[]) =>
  `jsonb_build_object(${columns.map((name) => `'${name}', ${name === 'day' ? DAY : name}`).join(', ')})`;

const counting = (columns: readonly string[]) => {
  const args = ['guard.audit_log', ...columns, `day=${DAY}`]
    .map((text) => `'${text.replaceAll("'", "''")}'`)
    .join(', ');
  return `
    drop trigger audit_entries_added on audit_entries;
    drop trigger audit_entries_removed on audit_entries;
    create or replace function count_audit_entries() returns trigger language plpgsql as $$
    begin
      insert into record_counts (workspace_id, resource, dims, n)
        select workspace_id, 'guard.audit_log', ${dims([...columns, 'day'])}, count(*) from added group by 1, 3;
      return null;
    end $$;
    create trigger audit_entries_added after insert on audit_entries referencing new table as added
      for each statement execute function count_audit_entries(${args});
    create trigger audit_entries_removed after delete on audit_entries referencing old table as removed
      for each statement execute function count_record(${args});`;
};

/** How many entries an address has, for totals that filter by it: the sums of those that there are are written as the fold writes them. */
export class GuardAuditByAddress1763842000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const sums = [['ip_address'], ['actor_id', 'ip_address'], ['ip_address', 'day']].map((group) => {
      const kind = group
        .map((name) => `'${name}=' || coalesce(${name === 'day' ? DAY : name}, '')`)
        .join(` || '&' || `);
      return `
        insert into record_counts (workspace_id, resource, kind, dims, n)
          select workspace_id, 'guard.audit_log', ${kind}, ${dims([...FEW, ...group])}, count(*) from audit_entries group by 1, 3, 4;`;
    });
    await runner.query(`
      lock table audit_entries in share row exclusive mode;
      ${counting(BY_ADDRESS)}
      ${sums.join('')}
      create index audit_entries_address_outcome on audit_entries (workspace_id, ip_address, outcome, timestamp, id)
        where outcome <> 'success' and ip_address is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index audit_entries_address_outcome;
      lock table audit_entries in share row exclusive mode;
      ${counting(COUNTED)}
      -- What is not added up yet says nothing of addresses from here on.
      update record_counts set dims = dims - 'ip_address' where resource = 'guard.audit_log' and kind = 'new';
      delete from record_counts where resource = 'guard.audit_log' and (kind like 'ip\\_address=%' or kind like '%&ip\\_address=%');
    `);
  }
}
