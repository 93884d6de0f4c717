import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records that a person keeps at hand. */
export class Favourites1764323000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table favourites (
        workspace_id text not null,
        user_id text not null,
        record_type text not null,
        record_id text not null,
        created_at timestamptz(3) not null,
        primary key (workspace_id, user_id, record_id),
        foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table favourites');
  }
}
