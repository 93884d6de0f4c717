import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The settings of a company: its name, which can be changed now, time zone, currency and first day of the week. */
export class WorkspaceSettings1764231000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workspace_settings (
        workspace_id text not null,
        -- That of the workspace.
        id text not null,
        name text not null,
        time_zone text not null default 'UTC',
        currency text not null default 'USD',
        week_starts_on text not null default 'monday',
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null default 1,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id),
        check (id = workspace_id)
      );
      insert into workspace_settings (workspace_id, id, name, created_at, updated_at)
        select id, id, name, created_at, created_at from workspaces;
      alter table workspaces drop column name;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table workspaces add column name text;
      update workspaces w set name = s.name from workspace_settings s where s.workspace_id = w.id;
      alter table workspaces alter column name set not null;
      drop table workspace_settings;
    `);
  }
}
