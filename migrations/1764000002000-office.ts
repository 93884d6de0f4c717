import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TEXT_OF_HTML } from './schema/text-of-html.ts';

export class Office1764000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${TEXT_OF_HTML}

      create table documents (
        workspace_id text not null,
        id text not null,
        title text not null,
        content text not null,
        content_type text not null,
        status text not null,
        owner_id text not null,
        permissions jsonb not null,
        visibility text generated always as (permissions ->> 'visibility') stored not null,
        tags text[] not null,
        -- The files that the document names, each with the name it had then.
        attachments jsonb not null default '[]',
        search tsvector generated always as (search_vector(title, case content_type when 'html' then text_of_html(content)
          else content end)) stored,
        updated_by text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        deleted_at timestamptz(3),
        purge_at timestamptz(3),
        primary key (workspace_id, id)
      );
      create index documents_created on documents (workspace_id, created_at, id) include (deleted_at);
      create index documents_updated on documents (workspace_id, updated_at, id);
      create index documents_title on documents (workspace_id, title, id);
      create index documents_owner on documents (workspace_id, owner_id, created_at, id) include (deleted_at);
      create index documents_status on documents (workspace_id, status, created_at, id) include (deleted_at);
      create index documents_public on documents (id) where visibility = 'public' and status = 'published';
      create index documents_purge on documents (purge_at) where purge_at is not null;
      create index documents_updated_by on documents (workspace_id, updated_by);
      create index documents_tags on documents using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create index documents_shared on documents (workspace_id, visibility, created_at, id) include (deleted_at) where visibility <> 'private';
      -- The list of pending entries stays short, because every search reads it.
      create index documents_search on documents using gin (workspace_id, search) with (gin_pending_list_limit = 512);
      -- A GIN index has no statistics of its expression. Without them the planner takes every tag for a rare one.
      create statistics documents_tags_often on in_workspace(workspace_id, tags) from documents;

      create table files (
        workspace_id text not null,
        id text not null,
        name text not null,
        mime_type text not null,
        size_bytes bigint not null,
        sha256 text,
        tags text[] not null,
        uploaded_by text not null,
        blob_key text not null,
        search tsvector generated always as (search_vector(name)) stored,
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
      create index files_tags on files using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create index files_search on files using gin (workspace_id, search) with (gin_pending_list_limit = 512);
      create statistics files_tags_often on in_workspace(workspace_id, tags) from files;

      create table uploads (
        workspace_id text not null,
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
        -- The id of the upload in the blob store.
        store_id text not null,
        file_id text,
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create index uploads_over on uploads (expires_at);

      create table upload_parts (
        workspace_id text not null,
        upload_id text not null,
        number integer not null,
        -- The tag of the part in the blob store.
        tag text not null,
        sha256 text not null,
        primary key (workspace_id, upload_id, number),
        foreign key (workspace_id, upload_id) references uploads(workspace_id, id) on delete cascade
      );

      create table sheets (
        workspace_id text not null,
        id text not null,
        title text not null,
        owner_id text not null,
        tags text[] not null,
        sheets jsonb not null,
        sheet_count integer generated always as (jsonb_array_length(sheets)) stored not null,
        cell_count integer not null,
        formula_count integer not null,
        writes integer not null,
        names jsonb not null default '[]',
        search tsvector generated always as (search_vector(title)) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        deleted_at timestamptz(3),
        purge_at timestamptz(3),
        primary key (workspace_id, id)
      );
      create index sheets_created on sheets (workspace_id, created_at, id) include (deleted_at);
      create index sheets_updated on sheets (workspace_id, updated_at, id);
      create index sheets_title on sheets (workspace_id, title, id);
      create index sheets_owner on sheets (workspace_id, owner_id, created_at, id) include (deleted_at);
      create index sheets_purge on sheets (purge_at) where purge_at is not null;
      create index sheets_tags on sheets using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create index sheets_search on sheets using gin (workspace_id, search) with (gin_pending_list_limit = 512);
      create statistics sheets_tags_often on in_workspace(workspace_id, tags) from sheets;

      create table sheet_blocks (
        workspace_id text not null,
        sheet_id text not null,
        tab integer not null,
        block integer not null,
        band integer not null,
        cell_count integer not null,
        formula_count integer not null,
        cells text not null,
        primary key (workspace_id, sheet_id, tab, block, band),
        foreign key (workspace_id, sheet_id) references sheets(workspace_id, id) on delete cascade
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table sheet_blocks, sheets, upload_parts, uploads, files, documents;
      drop function text_of_html;
    `);
  }
}
