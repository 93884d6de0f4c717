import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'project.sprint', 'project_id', 'status'`;

export class ProjectSprints1763814002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sprints (
        workspace_id text not null,
        id text not null,
        project_id text not null,
        name text not null,
        goal text not null,
        start_date date,
        end_date date,
        status text not null,
        started_at timestamptz(3),
        completed_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create unique index sprints_active on sprints (workspace_id, project_id) where status = 'active';
      create index sprints_created on sprints (workspace_id, project_id, created_at, id);
      create index sprints_updated on sprints (workspace_id, project_id, updated_at, id);
      create index sprints_name on sprints (workspace_id, project_id, name, id);
      create index sprints_start on sprints (workspace_id, project_id, coalesce(start_date, 'infinity'), id);
      create index sprints_start_last on sprints (workspace_id, project_id, coalesce(start_date, '-infinity'), id);
      create index sprints_end on sprints (workspace_id, project_id, coalesce(end_date, 'infinity'), id);
      create index sprints_end_last on sprints (workspace_id, project_id, coalesce(end_date, '-infinity'), id);
      create index sprints_status on sprints (workspace_id, project_id, status, created_at, id);

      create trigger sprints_added after insert on sprints referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger sprints_removed after delete on sprints referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger sprints_changed after update on sprints for each row
        when (old.status is distinct from new.status)
        execute function count_record(${COUNTED});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sprints');
  }
}
