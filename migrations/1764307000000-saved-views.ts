import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Saved views of lists, private or shared. */
export class SavedViews1764307000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table saved_views (
        workspace_id text not null,
        id text not null,
        -- Type of the records: sales.deal.
        type text not null,
        name text not null,
        layout text not null,
        "where" jsonb not null,
        sort text,
        columns text[] not null,
        shared boolean not null,
        visibility text not null generated always as (case when shared then 'shared' else 'private' end) stored,
        owner_id text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create index saved_views_owner_created on saved_views (workspace_id, owner_id, created_at, id);
      create index saved_views_owner_name on saved_views (workspace_id, owner_id, name, id);
      create index saved_views_shared_created on saved_views (workspace_id, visibility, created_at, id);
      create index saved_views_shared_name on saved_views (workspace_id, visibility, name, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table saved_views');
  }
}
