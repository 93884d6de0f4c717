import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'project.project', 'status', 'owner_id', 'tags'`;

export class ProjectProjects1763814000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table projects (
        workspace_id text not null,
        id text not null,
        name text not null,
        description text not null,
        status text not null,
        start_date date,
        target_date date,
        owner_id text not null,
        template_id text,
        tags text[] not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index projects_created on projects (workspace_id, created_at, id);
      create index projects_updated on projects (workspace_id, updated_at, id);
      create index projects_name on projects (workspace_id, name, id);
      create index projects_start on projects (workspace_id, coalesce(start_date, 'infinity'), id);
      create index projects_start_last on projects (workspace_id, coalesce(start_date, '-infinity'), id);
      create index projects_target on projects (workspace_id, coalesce(target_date, 'infinity'), id);
      create index projects_target_last on projects (workspace_id, coalesce(target_date, '-infinity'), id);
      create index projects_status on projects (workspace_id, status, created_at, id);
      create index projects_owner on projects (workspace_id, owner_id, created_at, id);
      create index projects_tags on projects using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create statistics projects_tags_often on (in_workspace(workspace_id, tags)) from projects;

      create trigger projects_added after insert on projects referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger projects_removed after delete on projects referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger projects_changed after update on projects for each row
        when ((old.status, old.owner_id, old.tags) is distinct from (new.status, new.owner_id, new.tags))
        execute function count_record(${COUNTED});

      create table project_members (
        workspace_id text not null,
        project_id text not null,
        user_id text not null,
        role text not null,
        created_at timestamptz(3) not null,
        primary key (workspace_id, project_id, user_id),
        foreign key (workspace_id, user_id) references users on delete cascade
      );
      create index project_members_user on project_members (workspace_id, user_id, project_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table projects, project_members');
  }
}
