import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Archives of workspaces, and the keys that signed the trail of an imported one. */
export class Archives1764220000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workspace_archives (
        workspace_id text not null,
        id text not null,
        status text not null,
        record_count bigint not null,
        file_count bigint not null,
        size_bytes bigint,
        manifest_sha256 text,
        missing_file_count bigint,
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
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create index workspace_archives_created on workspace_archives (workspace_id, created_at, id);
      create index workspace_archives_status on workspace_archives (workspace_id, status, created_at, id);
      create index workspace_archives_requested on workspace_archives (workspace_id, requested_by);
      create index workspace_archives_running on workspace_archives (workspace_id, id)
        where status in ('pending', 'processing');
      create index workspace_archives_expiring on workspace_archives (expires_at) where status = 'completed';
      create index workspace_archives_ended on workspace_archives (updated_at)
        where status in ('failed', 'cancelled', 'expired');

      -- Null: a key of this deployment. Otherwise the public half of a key of another one, which holds for the trail of the
      -- workspace that was imported with it, and for no other.
      alter table audit_keys add column imported_workspace_id text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from audit_keys where imported_workspace_id is not null;
      alter table audit_keys drop column imported_workspace_id;
      drop table workspace_archives;
    `);
  }
}
