import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProjectUpkeep1763815003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Who has been reminded of due tasks on which day; for a day or two.
      create table due_reminders (
        workspace_id text not null,
        user_id text not null,
        date date not null,
        primary key (workspace_id, user_id, date)
      );
      create index tasks_open_due on tasks (workspace_id, due_date, assignee_id)
        where deleted_at is null and assignee_id is not null and status in ('todo', 'in_progress', 'in_review');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index tasks_open_due; drop table due_reminders');
  }
}
