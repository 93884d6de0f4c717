import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Rooms1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table rooms (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        seats integer not null,
        status text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create unique index rooms_name on rooms (workspace_id, lower(name));
      create index rooms_created on rooms (workspace_id, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rooms');
  }
}
