import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Project1764000005000 implements MigrationInterface {
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
        billable boolean not null default false,
        hourly_rate numeric(14,2),
        search tsvector generated always as (search_vector(name)) stored,
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
      create index projects_search on projects using gin (workspace_id, search) with (gin_pending_list_limit = 512);
      create statistics projects_tags_often on in_workspace(workspace_id, tags) from projects;

      create table project_members (
        workspace_id text not null,
        project_id text not null,
        user_id text not null,
        role text not null,
        created_at timestamptz(3) not null,
        hourly_rate numeric(14,2),
        primary key (workspace_id, project_id, user_id),
        foreign key (workspace_id, user_id) references users(workspace_id, id) on delete cascade
      );
      create index project_members_user on project_members (workspace_id, user_id, project_id);

      create table project_templates (
        workspace_id text not null,
        id text not null,
        name text not null,
        description text not null,
        default_duration_days integer,
        members jsonb not null,
        tasks jsonb not null,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index project_templates_created on project_templates (workspace_id, created_at, id);
      create index project_templates_updated on project_templates (workspace_id, updated_at, id);
      create index project_templates_name on project_templates (workspace_id, name, id);
      create index project_templates_maker on project_templates (workspace_id, created_by);

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
        search tsvector generated always as (search_vector(name)) stored,
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
      create index sprints_search on sprints using gin (workspace_id, search) with (gin_pending_list_limit = 512);

      create table tasks (
        workspace_id text not null,
        id text not null,
        project_id text not null,
        parent_id text,
        title text not null,
        description text not null,
        status text not null,
        priority text not null,
        urgency integer generated always as (case priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2
          when 'low' then 1 else 0 end) stored not null,
        assignee_id text,
        due_date date,
        labels text[] not null,
        tags text[] not null,
        sprint_id text,
        blocked_by text[] not null,
        rank text collate "C" not null,
        completed_at timestamptz(3),
        time_spent_seconds bigint not null,
        search tsvector generated always as (search_vector(title)) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        deleted_at timestamptz(3),
        purge_at timestamptz(3),
        primary key (workspace_id, id)
      );
      create index tasks_created on tasks (workspace_id, project_id, created_at, id) include (deleted_at);
      create index tasks_updated on tasks (workspace_id, project_id, updated_at, id);
      create index tasks_title on tasks (workspace_id, project_id, title, id);
      create index tasks_due on tasks (workspace_id, project_id, coalesce(due_date, 'infinity'), id);
      create index tasks_due_last on tasks (workspace_id, project_id, coalesce(due_date, '-infinity'), id);
      create index tasks_urgency on tasks (workspace_id, project_id, urgency, id);
      create index tasks_rank on tasks (workspace_id, project_id, rank, id);
      create index tasks_status on tasks (workspace_id, project_id, status, created_at, id) include (deleted_at);
      create index tasks_priority on tasks (workspace_id, project_id, priority, created_at, id) include (deleted_at);
      create index tasks_assignee on tasks (workspace_id, assignee_id, project_id, created_at, id) include (deleted_at);
      create index tasks_sprint on tasks (workspace_id, sprint_id, created_at, id) include (deleted_at) where sprint_id is not null;
      create index tasks_parent on tasks (workspace_id, parent_id, created_at, id) include (deleted_at) where parent_id is not null;
      create index tasks_labels on tasks using gin (in_workspace(project_id, labels)) where labels <> '{}';
      create index tasks_tags on tasks using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create index tasks_purge on tasks (purge_at) where purge_at is not null;
      create index tasks_open_due on tasks (workspace_id, due_date, assignee_id)
        where deleted_at is null and assignee_id is not null and status in ('todo', 'in_progress', 'in_review');
      create index tasks_sprint_status on tasks (workspace_id, sprint_id, status)
        where sprint_id is not null and deleted_at is null;
      create index tasks_search on tasks using gin (workspace_id, search) with (gin_pending_list_limit = 512);
      create statistics tasks_labels_often on in_workspace(project_id, labels) from tasks;
      create statistics tasks_tags_often on in_workspace(workspace_id, tags) from tasks;

      create table task_comments (
        workspace_id text not null,
        id text not null,
        task_id text not null,
        project_id text not null,
        body text not null,
        mentions text[] not null,
        author_id text not null,
        search tsvector generated always as (search_vector(body)) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, task_id) references tasks(workspace_id, id) on delete cascade
      );
      create index task_comments_created on task_comments (workspace_id, task_id, created_at, id);
      create index task_comments_author on task_comments (workspace_id, author_id);
      create index task_comments_search on task_comments using gin (workspace_id,
        search) with (gin_pending_list_limit = 512);

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

      -- Which user was reminded of due tasks on which day. Kept for a day or two.
      create table due_reminders (
        workspace_id text not null,
        user_id text not null,
        date date not null,
        primary key (workspace_id, user_id, date)
      );

      -- Entries outlive their task and project, so they have no foreign keys to them.
      create table time_entries (
        workspace_id text not null,
        id text not null,
        task_id text not null,
        project_id text not null,
        user_id text not null,
        duration_seconds integer not null,
        date date not null,
        note text not null,
        source text not null,
        started_at timestamptz(3),
        ended_at timestamptz(3),
        long_running boolean not null,
        billable boolean not null,
        hourly_rate numeric(14,2),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index time_entries_date on time_entries (workspace_id, date, id);
      create index time_entries_created on time_entries (workspace_id, created_at, id);
      create index time_entries_updated on time_entries (workspace_id, updated_at, id);
      create index time_entries_duration on time_entries (workspace_id, duration_seconds, id);
      create index time_entries_billable on time_entries (workspace_id, billable, date, id);
      create index time_entries_user on time_entries (workspace_id, user_id, date, id);
      create index time_entries_task on time_entries (workspace_id, task_id, date, id) include (duration_seconds);
      -- With the columns that a report adds up.
      create index time_entries_project on time_entries (workspace_id, project_id, date, id) include (user_id, task_id,
        duration_seconds, billable, hourly_rate);

      -- Running timers. A stopped timer becomes a time entry.
      create table timers (
        workspace_id text not null,
        id text not null,
        task_id text not null,
        project_id text not null,
        user_id text not null,
        started_at timestamptz(3) not null,
        reminded_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      -- Deleted users share one placeholder.
      create unique index timers_user on timers (workspace_id, user_id) where user_id <> 'usr_deleted';
      create index timers_users on timers (workspace_id, user_id, started_at, id);
      create index timers_task on timers (workspace_id, task_id, started_at, id);
      create index timers_project on timers (workspace_id, project_id, started_at, id);
      create index timers_started on timers (workspace_id, started_at, id);

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
    await runner.query(`
      drop table calendar_feeds, timers, time_entries, due_reminders, recurrences, task_comments, tasks, sprints,
        project_templates, project_members, projects, project_settings;
    `);
  }
}
