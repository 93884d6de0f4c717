import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of extensions that are not here, as an archive brought them. */
export class KeptRows1764319000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kept_tables (
        workspace_id text not null references workspaces,
        -- The place among the kept tables of the workspace: parents come before tables that refer to them.
        number integer not null,
        extension text not null,
        table_name text not null,
        -- As in the manifest of the archive.
        type text not null,
        columns text[] not null,
        sealed text[] not null,
        row_count bigint not null default 0,
        kept_at timestamptz(3) not null,
        -- Why the rows could not be inserted the last time, and when that is tried again. Null: it was not tried yet.
        problem text,
        retry_at timestamptz(3),
        primary key (workspace_id, number)
      );
      create table kept_rows (
        workspace_id text not null,
        number integer not null,
        -- The place in the archive.
        line bigint not null,
        -- json and not jsonb: the text of the archive.
        content json not null,
        primary key (workspace_id, number, line),
        foreign key (workspace_id, number) references kept_tables on delete cascade
      );
      -- Values of sealed columns. A row has a placeholder for them, so that a rotation of SECRETS_KEY reaches them.
      create table kept_secrets (
        workspace_id text not null,
        number integer not null,
        line bigint not null,
        column_name text not null,
        secret text not null,
        primary key (workspace_id, number, line, column_name),
        foreign key (workspace_id, number, line) references kept_rows on delete cascade
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kept_secrets, kept_rows, kept_tables');
  }
}
