import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SALES_CONTACT_REMOVED } from './schema/sales-contact-removed.ts';

export class Sales1764000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sales_pipelines (
        workspace_id text not null,
        id text not null,
        name text not null,
        currency text not null,
        stage_ids text[] not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create index sales_pipelines_created on sales_pipelines (workspace_id, created_at, id);

      create table sales_stages (
        workspace_id text not null,
        id text not null,
        pipeline_id text not null,
        name text not null,
        probability integer not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        unique (workspace_id, pipeline_id, id),
        foreign key (workspace_id, pipeline_id) references sales_pipelines(workspace_id, id) on delete cascade
      );

      create table sales_deals (
        workspace_id text not null,
        id text not null,
        title text not null,
        pipeline_id text not null,
        stage_id text not null,
        -- Open deals reference their stage. Closed ones keep an id that may be gone.
        open_stage_id text generated always as (case when (status = 'open') then stage_id else null end) stored,
        value numeric(14,2) not null,
        currency text not null,
        status text not null,
        owner_id text,
        contact_ids text[] not null,
        project_id text,
        expected_close_date date,
        closed_at timestamptz(3),
        close_reason text,
        external_id text,
        tags text[] not null,
        search tsvector generated always as (search_vector(title)) stored,
        updated_by text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, pipeline_id, open_stage_id) references sales_stages(workspace_id, pipeline_id, id)
      );
      create index sales_deals_created on sales_deals (workspace_id, created_at, id);
      create index sales_deals_updated on sales_deals (workspace_id, updated_at, id);
      create index sales_deals_title on sales_deals (workspace_id, title, id);
      create index sales_deals_value on sales_deals (workspace_id, value, id);
      create index sales_deals_expected on sales_deals (workspace_id, coalesce(expected_close_date, 'infinity'), id);
      create index sales_deals_expected_last on sales_deals (workspace_id, coalesce(expected_close_date, '-infinity'), id);
      create index sales_deals_status on sales_deals (workspace_id, status, created_at, id);
      create index sales_deals_pipeline on sales_deals (workspace_id, pipeline_id, created_at, id);
      create index sales_deals_stage on sales_deals (workspace_id, stage_id, created_at, id);
      create index sales_deals_owner on sales_deals (workspace_id, owner_id, created_at, id);
      create index sales_deals_project on sales_deals (workspace_id, project_id, created_at, id)
        where project_id is not null;
      create index sales_deals_tags on sales_deals using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create index sales_deals_contacts on sales_deals using gin (in_workspace(workspace_id, contact_ids))
        where contact_ids <> '{}';
      create unique index sales_deals_external_id on sales_deals (workspace_id, external_id) where external_id is not null;
      create index sales_deals_updated_by on sales_deals (workspace_id, updated_by);
      create index sales_deals_open on sales_deals (workspace_id, pipeline_id, open_stage_id)
        where open_stage_id is not null;
      create index sales_deals_due on sales_deals (workspace_id, pipeline_id, expected_close_date)
        where status = 'open' and expected_close_date is not null;
      create index sales_deals_closed on sales_deals (workspace_id, pipeline_id, closed_at) where status in ('won', 'lost');
      create index sales_deals_undated on sales_deals (workspace_id, pipeline_id) include (currency, value)
        where status = 'open' and expected_close_date is null;
      create index sales_deals_search on sales_deals using gin (workspace_id, search) with (gin_pending_list_limit = 512);
      create statistics sales_deals_tags_often on in_workspace(workspace_id, tags) from sales_deals;
      create statistics sales_deals_contacts_often on in_workspace(workspace_id, contact_ids) from sales_deals;

      create table sales_stage_history (
        workspace_id text not null,
        id text not null,
        record_id text not null,
        parent_id text not null,
        stage_id text not null,
        stage_name text not null,
        entered_at timestamptz(3) not null,
        left_at timestamptz(3),
        moved_by_id text,
        outcome text,
        moved_by_type text not null default 'user',
        note text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index sales_stage_history_record on sales_stage_history (workspace_id, record_id, entered_at, id);
      create index sales_stage_history_moved_by on sales_stage_history (workspace_id, moved_by_id);

      create table sales_activities (
        workspace_id text not null,
        id text not null,
        deal_id text not null,
        type text not null,
        note text not null,
        occurred_at timestamptz(3) not null,
        search tsvector generated always as (search_vector(note)) stored,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index sales_activities_deal on sales_activities (workspace_id, deal_id, occurred_at, id);
      create index sales_activities_created_by on sales_activities (workspace_id, created_by);
      create index sales_activities_search on sales_activities using gin (workspace_id,
        search) with (gin_pending_list_limit = 512);

      create table sales_contacts (
        workspace_id text not null,
        id text not null,
        display_name text,
        email text,
        organization_name text,
        phone text,
        custom_fields jsonb not null,
        owner_id text,
        tags text[] not null,
        external_id text,
        status text not null,
        merged_into_id text,
        search tsvector generated always as (search_vector(display_name, email, organization_name)) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        deleted_at timestamptz(3),
        purge_at timestamptz(3),
        primary key (workspace_id, id)
      );
      create unique index sales_contacts_external_id on sales_contacts (workspace_id, external_id)
        where external_id is not null and deleted_at is null;
      create index sales_contacts_created on sales_contacts (workspace_id, status, created_at, id) include (deleted_at);
      create index sales_contacts_updated on sales_contacts (workspace_id, status, updated_at, id);
      create index sales_contacts_name on sales_contacts (workspace_id, status, coalesce(display_name, ''), id);
      create index sales_contacts_owner on sales_contacts (workspace_id, owner_id, created_at, id) include (deleted_at);
      create index sales_contacts_email on sales_contacts (workspace_id, lower(email), created_at, id)
        where email is not null;
      create index sales_contacts_merged on sales_contacts (workspace_id, merged_into_id) where merged_into_id is not null;
      create index sales_contacts_tags on sales_contacts using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create index sales_contacts_purge on sales_contacts (purge_at) where purge_at is not null;
      create index sales_contacts_search on sales_contacts using gin (workspace_id,
        search) with (gin_pending_list_limit = 512);
      create statistics sales_contacts_tags_often on in_workspace(workspace_id, tags) from sales_contacts;

      create table sales_imports (
        workspace_id text not null,
        id text not null,
        status text not null,
        name text not null,
        dry_run boolean not null,
        match_by text,
        mapping jsonb not null,
        ignored_columns text[] not null,
        row_count integer not null,
        processed_count integer not null,
        created_count integer not null,
        updated_count integer not null,
        error_count integer not null,
        errors jsonb not null,
        actor jsonb not null,
        blob_key text not null,
        error text,
        expires_at timestamptz(3),
        lease_until timestamptz(3),
        attempts integer not null default 0,
        created_by text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index sales_imports_created on sales_imports (workspace_id, created_at, id);
      create index sales_imports_updated on sales_imports (workspace_id, updated_at, id);
      create index sales_imports_status on sales_imports (workspace_id, status, created_at, id);
      create index sales_imports_created_by on sales_imports (workspace_id, created_by);
      create index sales_imports_open on sales_imports (status) where status in ('pending', 'running');
      create index sales_imports_expires on sales_imports (expires_at) where expires_at is not null;

      create table sales_contact_merges (
        workspace_id text not null,
        id bigint generated always as identity not null,
        primary_id text not null,
        duplicate_id text not null,
        before jsonb not null,
        after jsonb not null,
        deals jsonb not null,
        earlier_ids text[] not null,
        created_at timestamptz(3) not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, duplicate_id) references sales_contacts(workspace_id, id) on delete cascade,
        foreign key (workspace_id, primary_id) references sales_contacts(workspace_id, id) on delete cascade
      );
      create index sales_contact_merges_primary on sales_contact_merges (workspace_id, primary_id);
      create index sales_contact_merges_duplicate on sales_contact_merges (workspace_id, duplicate_id);

      ${SALES_CONTACT_REMOVED}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table sales_contact_merges, sales_imports, sales_contacts, sales_activities, sales_stage_history, sales_deals,
        sales_stages, sales_pipelines;
      drop function sales_contact_removed;
    `);
  }
}
