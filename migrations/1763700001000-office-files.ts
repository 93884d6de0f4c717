import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OfficeFiles1763700001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Blobs that belong to nobody: not yet, or not any more. Each is removed when its time has come.
      create table unclaimed_blobs (
        workspace_id text not null,
        key text not null,
        remove_at timestamptz(3) not null,
        primary key (workspace_id, key)
      );
      create index unclaimed_blobs_due on unclaimed_blobs (remove_at);
      create index unclaimed_blobs_key on unclaimed_blobs (key);

      create table files (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        mime_type text not null,
        size_bytes bigint not null,
        sha256 text,
        tags text[] not null,
        uploaded_by text not null,
        blob_key text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index files_created on files (workspace_id, created_at, id);
      create index files_updated on files (workspace_id, updated_at, id);
      create index files_name on files (workspace_id, name, id);
      create index files_size on files (workspace_id, size_bytes, id);
      create index files_uploader on files (workspace_id, uploaded_by, created_at, id);
      create index files_type on files (workspace_id, mime_type, created_at, id);
      create index files_tags on files using gin (tags) where tags <> '{}';

      create function count_file() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          insert into record_counts (workspace_id, resource, dims, n) values (old.workspace_id, 'office.file',
            jsonb_build_object('uploaded_by', old.uploaded_by, 'mime_type', old.mime_type), -1);
        end if;
        if tg_op <> 'DELETE' then
          insert into record_counts (workspace_id, resource, dims, n) values (new.workspace_id, 'office.file',
            jsonb_build_object('uploaded_by', new.uploaded_by, 'mime_type', new.mime_type), 1);
        end if;
        return null;
      end $$;
      create trigger files_count after insert or delete on files for each row execute function count_file();
      create trigger files_recount after update on files for each row
        when ((old.uploaded_by, old.mime_type) is distinct from (new.uploaded_by, new.mime_type))
        execute function count_file();

      create table uploads (
        workspace_id text not null references workspaces,
        id text not null,
        status text not null,
        name text not null,
        mime_type text,
        size_bytes bigint not null,
        part_size_bytes integer not null,
        sha256 text,
        tags text[] not null,
        uploaded_by text not null,
        received_parts integer not null,
        received_bytes bigint not null,
        blob_key text not null,
        -- What the blob store calls the upload.
        store_id text not null,
        file_id text,
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index uploads_over on uploads (expires_at);

      create table upload_parts (
        workspace_id text not null,
        upload_id text not null,
        number integer not null,
        -- What the blob store calls the part.
        tag text not null,
        sha256 text not null,
        primary key (workspace_id, upload_id, number),
        foreign key (workspace_id, upload_id) references uploads on delete cascade
      );

      -- The files that a document names, each with the name it had then.
      alter table documents add column attachments jsonb not null default '[]';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table documents drop column attachments;
      drop table upload_parts, uploads, files, unclaimed_blobs;
      drop function count_file;
    `);
  }
}
