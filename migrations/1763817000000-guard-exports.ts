import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'guard.export', 'status', 'format'`;

export class GuardExports1763817000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table guard_exports (
        workspace_id text not null,
        id text not null,
        status text not null,
        format text not null,
        gzip boolean not null,
        filters jsonb not null,
        row_count bigint not null,
        size_bytes bigint,
        sha256 text,
        error text,
        requested_by text not null,
        completed_at timestamptz(3),
        expires_at timestamptz(3),
        blob_key text,
        lease_until timestamptz(3),
        attempts integer not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index guard_exports_created on guard_exports (workspace_id, created_at, id);
      create index guard_exports_status on guard_exports (workspace_id, status, created_at, id);
      create index guard_exports_format on guard_exports (workspace_id, format, created_at, id);
      create index guard_exports_requested on guard_exports (workspace_id, requested_by, created_at);
      create index guard_exports_running on guard_exports (workspace_id, id) where status in ('pending', 'processing');
      create index guard_exports_expiring on guard_exports (expires_at) where status = 'completed';
      create index guard_exports_ended on guard_exports (updated_at) where status in ('failed', 'cancelled', 'expired');

      create trigger guard_exports_added after insert on guard_exports referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger guard_exports_removed after delete on guard_exports referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger guard_exports_changed after update on guard_exports for each row
        when ((old.status, old.format) is distinct from (new.status, new.format))
        execute function count_record(${COUNTED});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table guard_exports;
      delete from record_counts where resource = 'guard.export';
    `);
  }
}
