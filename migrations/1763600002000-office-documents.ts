import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OfficeDocuments1763600002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table documents (
        workspace_id text not null references workspaces,
        id text not null,
        title text not null,
        content text not null,
        content_type text not null,
        status text not null,
        owner_id text not null,
        permissions jsonb not null,
        visibility text not null generated always as (permissions ->> 'visibility') stored,
        tags text[] not null,
        updated_by text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        deleted_at timestamptz(3),
        purge_at timestamptz(3),
        primary key (workspace_id, id)
      );
      create index documents_created on documents (workspace_id, created_at, id);
      create index documents_updated on documents (workspace_id, updated_at, id);
      create index documents_title on documents (workspace_id, title, id);
      create index documents_owner on documents (workspace_id, owner_id, created_at, id);
      create index documents_status on documents (workspace_id, status, created_at, id);
      create index documents_tags on documents using gin (tags) where tags <> '{}';
      create index documents_public on documents (id) where visibility = 'public' and status = 'published';
      create index documents_purge on documents (purge_at) where purge_at is not null;

      create function count_document() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          insert into record_counts (workspace_id, resource, dims, n) values (old.workspace_id, 'office.document',
            jsonb_build_object('status', old.status, 'owner_id', old.owner_id, 'visibility', old.visibility,
              'deleted', old.deleted_at is not null), -1);
        end if;
        if tg_op <> 'DELETE' then
          insert into record_counts (workspace_id, resource, dims, n) values (new.workspace_id, 'office.document',
            jsonb_build_object('status', new.status, 'owner_id', new.owner_id, 'visibility', new.visibility,
              'deleted', new.deleted_at is not null), 1);
        end if;
        return null;
      end $$;
      create trigger documents_count after insert or delete on documents
        for each row execute function count_document();
      create trigger documents_recount after update on documents for each row
        when ((old.status, old.owner_id, old.visibility, old.deleted_at is null)
          is distinct from (new.status, new.owner_id, new.visibility, new.deleted_at is null))
        execute function count_document();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table documents; drop function count_document;`);
  }
}
