import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED =
  `'project.task', 'project_id', 'status', 'priority', 'assignee_id', 'sprint_id', 'labels', 'tags', ` +
  `'top=parent_id is null', 'deleted=deleted_at is not null'`;

const counted = (row: string) =>
  `${row}.status, ${row}.priority, ${row}.assignee_id, ${row}.sprint_id, ${row}.labels, ${row}.tags, ${row}.deleted_at is null`;

export class ProjectTasks1763814001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table tasks (
        workspace_id text not null,
        id text not null,
        project_id text not null,
        parent_id text,
        title text not null,
        description text not null,
        status text not null,
        priority text not null,
        urgency integer not null generated always as (
          case priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 else 0 end) stored,
        assignee_id text,
        due_date date,
        labels text[] not null,
        tags text[] not null,
        sprint_id text,
        blocked_by text[] not null,
        rank text collate "C" not null,
        completed_at timestamptz(3),
        time_spent_seconds bigint not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        deleted_at timestamptz(3),
        purge_at timestamptz(3),
        primary key (workspace_id, id)
      );
      create index tasks_created on tasks (workspace_id, project_id, created_at, id);
      create index tasks_updated on tasks (workspace_id, project_id, updated_at, id);
      create index tasks_title on tasks (workspace_id, project_id, title, id);
      create index tasks_due on tasks (workspace_id, project_id, coalesce(due_date, 'infinity'), id);
      create index tasks_due_last on tasks (workspace_id, project_id, coalesce(due_date, '-infinity'), id);
      create index tasks_urgency on tasks (workspace_id, project_id, urgency, id);
      create index tasks_rank on tasks (workspace_id, project_id, rank, id);
      create index tasks_status on tasks (workspace_id, project_id, status, created_at, id);
      create index tasks_priority on tasks (workspace_id, project_id, priority, created_at, id);
      create index tasks_assignee on tasks (workspace_id, assignee_id, project_id, created_at, id);
      create index tasks_sprint on tasks (workspace_id, sprint_id, created_at, id) where sprint_id is not null;
      create index tasks_parent on tasks (workspace_id, parent_id, created_at, id) where parent_id is not null;
      create index tasks_labels on tasks using gin (in_workspace(project_id, labels)) where labels <> '{}';
      create statistics tasks_labels_often on (in_workspace(project_id, labels)) from tasks;
      create index tasks_tags on tasks using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create statistics tasks_tags_often on (in_workspace(workspace_id, tags)) from tasks;
      create index tasks_purge on tasks (purge_at) where purge_at is not null;

      create trigger tasks_added after insert on tasks referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger tasks_removed after delete on tasks referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger tasks_changed after update on tasks for each row
        when ((${counted('old')}) is distinct from (${counted('new')}))
        execute function count_record(${COUNTED});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table tasks');
  }
}
