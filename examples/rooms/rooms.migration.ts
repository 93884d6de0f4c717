import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OfficeRooms1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table rooms (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        seats integer not null,
        status text not null,
        owner_id text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        deleted_at timestamptz(3),
        purge_at timestamptz(3),
        search tsvector generated always as (search_vector(name)) stored,
        primary key (workspace_id, id)
      );
      create unique index rooms_name on rooms (workspace_id, name);
      create index rooms_created on rooms (workspace_id, created_at, id) include (deleted_at);
      create index rooms_status on rooms (workspace_id, status, created_at, id) include (deleted_at);
      create index rooms_owner on rooms (workspace_id, owner_id, created_at, id) include (deleted_at);
      create index rooms_purge on rooms (purge_at) where purge_at is not null;
      create index rooms_search on rooms using gin (workspace_id, search);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rooms');
  }
}
