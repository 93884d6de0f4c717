import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CareersScorecards1763813002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
        submitted_at timestamptz(3) not null generated always as (created_at) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, application_id) references applications on delete cascade
      );
      create index scorecards_application on scorecards (workspace_id, application_id, submitted_at, id);
      create index scorecards_interviewer on scorecards (workspace_id, interviewer_id);
      -- Deleted users, who may be several, have one placeholder.
      create unique index scorecards_once on scorecards (workspace_id, application_id, interviewer_id, stage_id)
        where interviewer_id <> 'usr_deleted';

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
        foreign key (workspace_id, application_id) references applications on delete cascade
      );
      create index application_notes_application on application_notes (workspace_id, application_id, created_at, id);
      create index application_notes_author on application_notes (workspace_id, author_id);

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

      -- Answers saved for repeats that show candidates are removed when those are anonymized.
      create index idempotency_keys_careers on idempotency_keys (workspace_id, path) where path like '/v1/careers/%';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index idempotency_keys_careers;
      drop table careers_settings; drop table application_notes; drop table scorecards;
    `);
  }
}
