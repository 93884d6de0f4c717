import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProjectSettings1763815000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table project_settings (
        workspace_id text not null,
        id text not null,
        time_rounding text not null,
        time_rounding_minutes integer not null,
        time_locked_before date,
        currency text not null,
        timer_reminder_hours integer,
        due_reminder_days integer,
        auto_archive_days integer,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create unique index project_settings_workspace on project_settings (workspace_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table project_settings');
  }
}
