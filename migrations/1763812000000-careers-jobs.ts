import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'careers.job', 'status', 'department', 'pipeline_id', 'owner_id', 'tags'`;

export class CareersJobs1763812000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table careers_pipelines (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        is_default boolean not null,
        stage_ids text[] not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
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
        foreign key (workspace_id, pipeline_id) references careers_pipelines on delete cascade
      );
      create index careers_stages_pipeline on careers_stages (workspace_id, pipeline_id);

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
        on_board boolean not null generated always as (status = 'published' and 'careers_site' = any (channels)) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, pipeline_id) references careers_pipelines
      );
      create index jobs_created on jobs (workspace_id, created_at, id);
      create index jobs_updated on jobs (workspace_id, updated_at, id);
      create index jobs_title on jobs (workspace_id, title, id);
      create index jobs_status on jobs (workspace_id, status, created_at, id);
      create index jobs_department on jobs (workspace_id, department, created_at, id);
      create index jobs_pipeline on jobs (workspace_id, pipeline_id, created_at, id);
      create index jobs_owner on jobs (workspace_id, owner_id, created_at, id);
      create index jobs_tags on jobs using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create statistics jobs_tags_often on (in_workspace(workspace_id, tags)) from jobs;
      create index jobs_board on jobs (workspace_id, published_at, id) where on_board;
      create index jobs_public on jobs (id);

      create trigger jobs_added after insert on jobs referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger jobs_removed after delete on jobs referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger jobs_changed after update on jobs for each row
        when ((old.status, old.department, old.pipeline_id, old.owner_id, old.tags) is distinct from (new.status, new.department, new.pipeline_id, new.owner_id, new.tags))
        execute function count_record(${COUNTED});

      -- Workspaces that are there already begin with the same pipeline as new ones.
      insert into careers_pipelines (workspace_id, id, name, is_default, stage_ids, created_at, updated_at, revision)
      select w.id, 'cpl_0' || substr(md5(w.id || ' careers'), 1, 25), 'Hiring', true, array_agg(s.id order by s.place), now(), now(), 1
      from workspaces w, lateral (
        select place, 'stg_0' || substr(md5(w.id || ' careers ' || place), 1, 25) as id from generate_series(1, 5) place
      ) s group by w.id;
      insert into careers_stages (workspace_id, id, pipeline_id, name, created_at, updated_at, revision)
      select p.workspace_id, p.stage_ids[s.place], p.id, s.name, p.created_at, p.created_at, 1
      from careers_pipelines p, unnest(array['Applied', 'Screen', 'Interview', 'Offer', 'Hired']) with ordinality s (name, place);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table jobs; drop table careers_stages; drop table careers_pipelines;');
  }
}
