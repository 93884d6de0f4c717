import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'careers.application', 'job_id', 'status', 'stage_id', 'tags'`;

export class CareersApplications1763813001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
        score numeric(14, 2),
        scorecard_count integer not null,
        reason text,
        disqualified_at timestamptz(3),
        disqualified_by text,
        notify_at timestamptz(3),
        ended_at timestamptz(3),
        anonymized_at timestamptz(3),
        submitted_at timestamptz(3) not null generated always as (created_at) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, job_id) references jobs
      );
      create unique index applications_active on applications (workspace_id, job_id, email_digest)
        where status = 'active';
      create index applications_submitted on applications (workspace_id, job_id, submitted_at, id);
      create index applications_updated on applications (workspace_id, job_id, updated_at, id);
      create index applications_score on applications (workspace_id, job_id, (coalesce(score, '-infinity')), id);
      create index applications_score_up on applications (workspace_id, job_id, (coalesce(score, 'infinity')), id);
      create index applications_status on applications (workspace_id, job_id, status, submitted_at, id);
      create index applications_stage on applications (workspace_id, job_id, stage_id, submitted_at, id);
      create index applications_in_stage on applications (workspace_id, stage_id, id) where status = 'active';
      create index applications_candidate on applications (workspace_id, email_digest, submitted_at, id)
        where email_digest is not null;
      create index applications_disqualified on applications (workspace_id, disqualified_by)
        where disqualified_by is not null;
      create index applications_ended on applications (workspace_id, ended_at)
        where ended_at is not null and anonymized_at is null;
      create index applications_tags on applications using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create statistics applications_tags_often on (in_workspace(workspace_id, tags)) from applications;

      create trigger applications_added after insert on applications referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger applications_removed after delete on applications referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger applications_changed after update on applications for each row
        when ((old.job_id, old.status, old.stage_id, old.tags) is distinct from (new.job_id, new.status, new.stage_id, new.tags))
        execute function count_record(${COUNTED});

      -- Applications belong to whom their job belongs to.
      create function applications_follow_job() returns trigger language plpgsql as $$
      begin
        update applications set owner_id = new.owner_id where workspace_id = new.workspace_id and job_id = new.id;
        return null;
      end $$;
      create trigger jobs_given after update of owner_id on jobs for each row
        when (old.owner_id is distinct from new.owner_id) execute function applications_follow_job();

      -- Which stages applications were in; left_at is null for the one that they are in.
      create table stage_visits (
        workspace_id text not null,
        id text not null,
        application_id text not null,
        job_id text not null,
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
        primary key (workspace_id, id),
        foreign key (workspace_id, application_id) references applications on delete cascade
      );
      create index stage_visits_application on stage_visits (workspace_id, application_id, entered_at, id);
      create unique index stage_visits_open on stage_visits (workspace_id, application_id) where left_at is null;
      create index stage_visits_job on stage_visits (workspace_id, job_id, stage_id, entered_at);
      create index stage_visits_moved_by on stage_visits (workspace_id, moved_by_id) where moved_by_id is not null;

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
        foreign key (workspace_id, application_id) references applications on delete cascade
      );
      create index application_attachments_application on application_attachments (workspace_id, application_id, created_at, id);
      create index application_attachments_by on application_attachments (workspace_id, attached_by)
        where attached_by is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger jobs_given on jobs;
      drop table application_attachments; drop table stage_visits; drop table applications;
      drop function applications_follow_job;
    `);
  }
}
