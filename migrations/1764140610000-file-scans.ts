import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that wait for a virus scanner, and those in which it found something. */
export class FileScans1764140610000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table file_scans (
        workspace_id text not null references workspaces,
        key text not null,
        -- The record that the blob belongs to.
        resource_type text not null,
        resource_id text not null,
        -- pending or infected; the row of a clean file is removed.
        status text not null,
        finding text,
        error text,
        attempts integer not null default 0,
        -- Null once the file is scanned. A worker that scans moves this ahead, so that another one takes over if it dies.
        next_attempt_at timestamptz(3),
        created_at timestamptz(3) not null,
        primary key (workspace_id, key)
      );
      create index file_scans_due on file_scans (next_attempt_at) where next_attempt_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table file_scans');
  }
}
