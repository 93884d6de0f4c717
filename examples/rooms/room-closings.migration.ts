import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OfficeRoomClosings1763900000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table room_closings (
        workspace_id text not null references workspaces,
        id text not null,
        attempts integer not null default 0,
        next_attempt_at timestamptz(3),
        error text,
        created_at timestamptz(3) not null,
        primary key (workspace_id, id)
      );
      create index room_closings_due on room_closings (next_attempt_at) where next_attempt_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table room_closings');
  }
}
