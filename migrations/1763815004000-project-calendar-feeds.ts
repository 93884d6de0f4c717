import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProjectCalendarFeeds1763815004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table calendar_feeds (
        workspace_id text not null,
        id text not null,
        project_id text not null,
        user_id text not null,
        token_hash text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index calendar_feeds_token on calendar_feeds (token_hash);
      create index calendar_feeds_created on calendar_feeds (workspace_id, created_at, id);
      create index calendar_feeds_user on calendar_feeds (workspace_id, user_id, created_at, id);
      create index calendar_feeds_project on calendar_feeds (workspace_id, project_id, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table calendar_feeds');
  }
}
