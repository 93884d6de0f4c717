import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'project.recurrence', 'project_id', 'status'`;

export class ProjectRecurrences1763815002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table recurrences (
        workspace_id text not null,
        id text not null,
        task_id text not null,
        project_id text not null,
        rule text not null,
        trigger text not null,
        begins_on date not null,
        occurs_on date not null,
        status text not null,
        due_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create unique index recurrences_task on recurrences (workspace_id, task_id);
      create index recurrences_created on recurrences (workspace_id, created_at, id);
      create index recurrences_updated on recurrences (workspace_id, updated_at, id);
      create index recurrences_occurs on recurrences (workspace_id, occurs_on, id);
      create index recurrences_project on recurrences (workspace_id, project_id, created_at, id);
      create index recurrences_status on recurrences (workspace_id, status, created_at, id);
      create index recurrences_due on recurrences (due_at) where due_at is not null;

      create trigger recurrences_added after insert on recurrences referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger recurrences_removed after delete on recurrences referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger recurrences_changed after update on recurrences for each row
        when ((old.project_id, old.status) is distinct from (new.project_id, new.status))
        execute function count_record(${COUNTED});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table recurrences');
  }
}
