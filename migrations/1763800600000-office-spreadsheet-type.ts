import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Spreadsheets are `office.spreadsheet` in the audit trail and its counts, as the specification calls them. */
export class OfficeSpreadsheetType1763800600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(renamed('office.sheet', 'office.spreadsheet'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(renamed('office.spreadsheet', 'office.sheet'));
  }
}

const renamed = (from: string, to: string) => `
  drop trigger sheets_added on sheets;
  drop trigger sheets_removed on sheets;
  drop trigger sheets_changed on sheets;
  create trigger sheets_added after insert on sheets referencing new table as added
    for each statement execute function count_record('${to}', 'owner_id', 'deleted=deleted_at is not null', 'tags');
  create trigger sheets_removed after delete on sheets referencing old table as removed
    for each statement execute function count_record('${to}', 'owner_id', 'deleted=deleted_at is not null', 'tags');
  create trigger sheets_changed after update on sheets for each row
    when ((old.owner_id, old.tags, old.deleted_at is null) is distinct from (new.owner_id, new.tags, new.deleted_at is null))
    execute function count_record('${to}', 'owner_id', 'deleted=deleted_at is not null', 'tags');
  update record_counts set resource = '${to}' where resource = '${from}';

  -- Nothing counts changes of entries, as they have none, so the counts change beside them.
  update audit_entries set resource_type = '${to}', action = '${to}' || substr(action, length('${from}') + 1)
    where resource_type = '${from}';
  update record_counts set dims = dims || jsonb_build_object('resource_type', '${to}',
      'action', '${to}' || substr(dims ->> 'action', length('${from}') + 1))
    where resource = 'guard.audit_log' and dims ->> 'resource_type' = '${from}';
`;
