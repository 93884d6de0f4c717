import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Careers1764000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table careers_pipelines (
        workspace_id text not null,
        id text not null,
        name text not null,
        is_default boolean not null,
        stage_ids text[] not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create index careers_pipelines_created on careers_pipelines (workspace_id, created_at, id);
      create unique index careers_pipelines_default on careers_pipelines (workspace_id) where is_default;

      create table careers_stages (
        workspace_id text not null,
        id text not null,
        pipeline_id text not null,
        name text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, pipeline_id) references careers_pipelines(workspace_id, id) on delete cascade
      );
      create index careers_stages_pipeline on careers_stages (workspace_id, pipeline_id);

      create table careers_settings (
        workspace_id text not null,
        id text not null,
        application_retention_days integer,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create unique index careers_settings_workspace on careers_settings (workspace_id);

      create table jobs (
        workspace_id text not null,
        id text not null,
        title text not null,
        department text,
        location text,
        employment_type text,
        description text not null,
        pipeline_id text not null,
        status text not null,
        channels text[] not null,
        application_form jsonb not null,
        confirmation_mail boolean not null,
        owner_id text not null,
        tags text[] not null,
        close_reason text,
        closed_at timestamptz(3),
        published_at timestamptz(3),
        on_board boolean generated always as ((status = 'published') and ('careers_site' = any (channels))) stored not null,
        search tsvector generated always as (search_vector(title, department, location)) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, pipeline_id) references careers_pipelines(workspace_id, id)
      );
      create index jobs_created on jobs (workspace_id, created_at, id);
      create index jobs_updated on jobs (workspace_id, updated_at, id);
      create index jobs_title on jobs (workspace_id, title, id);
      create index jobs_status on jobs (workspace_id, status, created_at, id);
      create index jobs_department on jobs (workspace_id, department, created_at, id);
      create index jobs_pipeline on jobs (workspace_id, pipeline_id, created_at, id);
      create index jobs_owner on jobs (workspace_id, owner_id, created_at, id);
      create index jobs_tags on jobs using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create index jobs_board on jobs (workspace_id, published_at, id) where on_board;
      create index jobs_public on jobs (id);
      create index jobs_search on jobs using gin (workspace_id, search) with (gin_pending_list_limit = 512);
      create statistics jobs_tags_often on in_workspace(workspace_id, tags) from jobs;

      create table applications (
        workspace_id text not null,
        id text not null,
        job_id text not null,
        owner_id text not null,
        status text not null,
        stage_id text not null,
        candidate jsonb not null,
        email_digest text,
        answers jsonb not null,
        tags text[] not null,
        score numeric(14,2),
        scorecard_count integer not null,
        reason text,
        disqualified_at timestamptz(3),
        disqualified_by text,
        notify_at timestamptz(3),
        ended_at timestamptz(3),
        anonymized_at timestamptz(3),
        submitted_at timestamptz(3) generated always as (created_at) stored not null,
        search tsvector generated always as (search_vector((candidate ->> 'display_name'), (candidate ->> 'email'))) stored,
        active_stage_id text generated always as (case when (status = 'active') then stage_id else null end) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, active_stage_id) references careers_stages(workspace_id, id),
        foreign key (workspace_id, job_id) references jobs(workspace_id, id)
      );
      create unique index applications_active on applications (workspace_id, job_id, email_digest) where status = 'active';
      create index applications_submitted on applications (workspace_id, job_id, submitted_at, id);
      create index applications_updated on applications (workspace_id, job_id, updated_at, id);
      create index applications_score on applications (workspace_id, job_id, coalesce(score, '-Infinity'), id);
      create index applications_score_up on applications (workspace_id, job_id, coalesce(score, 'Infinity'), id);
      create index applications_status on applications (workspace_id, job_id, status, submitted_at, id);
      create index applications_stage on applications (workspace_id, job_id, stage_id, submitted_at, id);
      create index applications_candidate on applications (workspace_id, email_digest, submitted_at, id)
        where email_digest is not null;
      create index applications_disqualified on applications (workspace_id, disqualified_by)
        where disqualified_by is not null;
      create index applications_ended on applications (workspace_id, ended_at)
        where ended_at is not null and anonymized_at is null;
      create index applications_tags on applications using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create index applications_search on applications using gin (workspace_id, search) with (gin_pending_list_limit = 512);
      create index applications_owner on applications (workspace_id, owner_id);
      create index applications_active_stage on applications (workspace_id, active_stage_id, id)
        where active_stage_id is not null;
      create statistics applications_tags_often on in_workspace(workspace_id, tags) from applications;

      create table application_attachments (
        workspace_id text not null,
        id text not null,
        application_id text not null,
        file_id text,
        label text not null,
        name text not null,
        mime_type text,
        size_bytes integer,
        attached_by text,
        blob_key text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, application_id) references applications(workspace_id, id) on delete cascade
      );
      create index application_attachments_application on application_attachments (workspace_id, application_id,
        created_at, id);
      create index application_attachments_by on application_attachments (workspace_id, attached_by)
        where attached_by is not null;

      create table application_notes (
        workspace_id text not null,
        id text not null,
        application_id text not null,
        author_id text not null,
        text text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, application_id) references applications(workspace_id, id) on delete cascade
      );
      create index application_notes_application on application_notes (workspace_id, application_id, created_at, id);
      create index application_notes_author on application_notes (workspace_id, author_id);

      create table scorecards (
        workspace_id text not null,
        id text not null,
        application_id text not null,
        stage_id text not null,
        interviewer_id text not null,
        overall integer,
        recommendation text not null,
        attributes jsonb not null,
        notes text not null,
        submitted_at timestamptz(3) generated always as (created_at) stored not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, application_id) references applications(workspace_id, id) on delete cascade
      );
      create index scorecards_application on scorecards (workspace_id, application_id, submitted_at, id);
      create index scorecards_interviewer on scorecards (workspace_id, interviewer_id);
      -- Deleted users share one placeholder.
      create unique index scorecards_once on scorecards (workspace_id, application_id, interviewer_id, stage_id)
        where interviewer_id <> 'usr_deleted';

      create table careers_stage_history (
        workspace_id text not null,
        id text not null,
        record_id text not null,
        parent_id text not null,
        stage_id text not null,
        stage_name text not null,
        entered_at timestamptz(3) not null,
        left_at timestamptz(3),
        outcome text,
        moved_by_type text not null,
        moved_by_id text,
        note text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index careers_stage_history_record on careers_stage_history (workspace_id, record_id, entered_at, id);
      create index careers_stage_history_job on careers_stage_history (workspace_id, parent_id, stage_id, entered_at);
      create index careers_stage_history_moved_by on careers_stage_history (workspace_id, moved_by_id)
        where moved_by_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table careers_stage_history, scorecards, application_notes, application_attachments, applications, jobs,
        careers_settings, careers_stages, careers_pipelines;
    `);
  }
}
