import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OfficeSheets1763700002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sheets (
        workspace_id text not null references workspaces,
        id text not null,
        title text not null,
        owner_id text not null,
        tags text[] not null,
        sheets jsonb not null,
        sheet_count integer not null generated always as (jsonb_array_length(sheets)) stored,
        cell_count integer not null,
        formula_count integer not null,
        writes integer not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        deleted_at timestamptz(3),
        purge_at timestamptz(3),
        primary key (workspace_id, id)
      );
      create index sheets_created on sheets (workspace_id, created_at, id);
      create index sheets_updated on sheets (workspace_id, updated_at, id);
      create index sheets_title on sheets (workspace_id, title, id);
      create index sheets_owner on sheets (workspace_id, owner_id, created_at, id);
      create index sheets_tags on sheets using gin (tags) where tags <> '{}';
      create index sheets_purge on sheets (purge_at) where purge_at is not null;

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
        foreign key (workspace_id, sheet_id) references sheets on delete cascade
      );

      create function count_sheet() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          insert into record_counts (workspace_id, resource, dims, n) values (old.workspace_id, 'office.sheet',
            jsonb_build_object('owner_id', old.owner_id, 'deleted', old.deleted_at is not null), -1);
        end if;
        if tg_op <> 'DELETE' then
          insert into record_counts (workspace_id, resource, dims, n) values (new.workspace_id, 'office.sheet',
            jsonb_build_object('owner_id', new.owner_id, 'deleted', new.deleted_at is not null), 1);
        end if;
        return null;
      end $$;
      create trigger sheets_count after insert or delete on sheets
        for each row execute function count_sheet();
      create trigger sheets_recount after update on sheets for each row
        when ((old.owner_id, old.deleted_at is null) is distinct from (new.owner_id, new.deleted_at is null))
        execute function count_sheet();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table sheet_blocks; drop table sheets; drop function count_sheet;`);
  }
}
