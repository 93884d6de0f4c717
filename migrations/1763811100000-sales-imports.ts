import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'sales.import', 'status'`;

export class SalesImports1763811100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sales_imports (
        workspace_id text not null,
        id text not null,
        status text not null,
        name text not null,
        dry_run boolean not null,
        match_by text,
        mapping jsonb not null,
        ignored_columns text[] not null,
        row_count integer not null,
        processed_count integer not null,
        created_count integer not null,
        updated_count integer not null,
        error_count integer not null,
        errors jsonb not null,
        created_by text,
        actor jsonb not null,
        blob_key text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index sales_imports_created on sales_imports (workspace_id, created_at, id);
      create index sales_imports_updated on sales_imports (workspace_id, updated_at, id);
      create index sales_imports_status on sales_imports (workspace_id, status, created_at, id);
      create index sales_imports_created_by on sales_imports (workspace_id, created_by);
      create index sales_imports_open on sales_imports (status) where status in ('pending', 'running');

      create trigger sales_imports_added after insert on sales_imports referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger sales_imports_removed after delete on sales_imports referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger sales_imports_changed after update on sales_imports for each row
        when (old.status is distinct from new.status) execute function count_record(${COUNTED});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table sales_imports;
      delete from record_counts where resource = 'sales.import';
    `);
  }
}
