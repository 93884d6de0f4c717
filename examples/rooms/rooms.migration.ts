import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'office.room', 'status', 'owner_id', 'deleted=deleted_at is not null'`;

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
        primary key (workspace_id, id)
      );
      create unique index rooms_name on rooms (workspace_id, name);
      create index rooms_created on rooms (workspace_id, created_at, id);
      create index rooms_status on rooms (workspace_id, status, created_at, id);
      create index rooms_owner on rooms (workspace_id, owner_id, created_at, id);
      create index rooms_purge on rooms (purge_at) where purge_at is not null;

      create trigger rooms_added after insert on rooms referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger rooms_removed after delete on rooms referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger rooms_changed after update on rooms for each row
        when ((old.status, old.owner_id, old.deleted_at is null) is distinct from (new.status, new.owner_id, new.deleted_at is null))
        execute function count_record(${COUNTED});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rooms');
  }
}
