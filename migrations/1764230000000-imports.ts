import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports of files of other systems (D-MOV-1). */
export class Imports1764230000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table imports (
        workspace_id text not null references workspaces,
        id text not null,
        status text not null,
        dry_run boolean not null,
        files jsonb not null,
        sources jsonb not null,
        match_by text[] not null,
        time_zone text not null,
        mapping jsonb not null,
        people jsonb not null,
        preview jsonb not null,
        counts jsonb not null,
        not_taken jsonb not null,
        row_count integer,
        processed_count integer not null,
        waiting_count integer not null,
        problem_count integer not null,
        undone_count integer not null,
        kept_count integer not null,
        error text,
        completed_at timestamptz(3),
        undo_until timestamptz(3),
        expires_at timestamptz(3),
        created_by text,
        apps text[] not null,
        credential jsonb not null,
        options jsonb not null,
        file_index integer not null,
        file_rows integer not null,
        undo_started boolean not null,
        lease_until timestamptz(3),
        attempts integer not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index imports_created on imports (workspace_id, created_at, id);
      create index imports_status on imports (workspace_id, status, created_at, id);
      create index imports_created_by on imports (workspace_id, created_by, created_at, id);
      create index imports_open on imports (status) where status in ('pending', 'running', 'undoing');
      create index imports_expires on imports (expires_at) where expires_at is not null;

      create table import_problems (
        workspace_id text not null,
        id text not null,
        import_id text not null,
        level text not null,
        file text not null,
        line integer not null,
        field text,
        kind text not null,
        code text not null,
        message text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index import_problems_import on import_problems (workspace_id, import_id, created_at, id);
      create index import_problems_level on import_problems (workspace_id, import_id, level, created_at, id);

      create table import_links (
        workspace_id text not null references workspaces,
        kind text not null,
        external_id text not null,
        record_id text not null,
        revision integer not null,
        import_id text,
        primary key (workspace_id, kind, external_id)
      );
      create index import_links_import on import_links (workspace_id, import_id, kind) where import_id is not null;
      create index import_links_record on import_links (workspace_id, kind, record_id);

      create table import_planned (
        workspace_id text not null references workspaces,
        import_id text not null,
        kind text not null,
        external_id text not null,
        primary key (workspace_id, import_id, kind, external_id)
      );

      create table import_waiting (
        workspace_id text not null references workspaces,
        import_id text not null,
        position bigint generated always as identity,
        draft jsonb not null,
        primary key (workspace_id, import_id, position)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table import_waiting, import_planned, import_links, import_problems, imports');
  }
}
