import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mentions in notes and sales activities, and the records that people follow. */
export class MentionsAndFollows1764310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table application_notes add column mentions text[] not null default '{}';
      alter table sales_activities add column mentions text[] not null default '{}';
      create table follows (
        workspace_id text not null,
        user_id text not null,
        record_type text not null,
        record_id text not null,
        created_at timestamptz(3) not null,
        primary key (workspace_id, user_id, record_id),
        foreign key (workspace_id) references workspaces(id)
      );
      create index follows_record on follows (workspace_id, record_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table follows;
      alter table sales_activities drop column mentions;
      alter table application_notes drop column mentions;
    `);
  }
}
