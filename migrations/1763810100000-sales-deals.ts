import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `'sales.deal', 'status', 'pipeline_id', 'stage_id', 'currency', 'undated=expected_close_date is null', 'owner_id', 'tags', '+value'`;

export class SalesDeals1763810100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sales_pipelines (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        currency text not null,
        stage_ids text[] not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
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
        foreign key (workspace_id, pipeline_id) references sales_pipelines on delete cascade
      );

      create table sales_deals (
        workspace_id text not null,
        id text not null,
        title text not null,
        pipeline_id text not null,
        stage_id text not null,
        open_stage_id text generated always as (case when status = 'open' then stage_id end) stored,
        value numeric(14, 2) not null,
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
        updated_by text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        -- Open deals keep their stage, and with it the pipeline; others remember what may be gone.
        foreign key (workspace_id, pipeline_id, open_stage_id) references sales_stages (workspace_id, pipeline_id, id)
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
      create index sales_deals_project on sales_deals (workspace_id, project_id, created_at, id) where project_id is not null;
      create index sales_deals_tags on sales_deals using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create index sales_deals_contacts on sales_deals using gin (in_workspace(workspace_id, contact_ids)) where contact_ids <> '{}';
      create unique index sales_deals_external_id on sales_deals (workspace_id, external_id) where external_id is not null;
      create index sales_deals_updated_by on sales_deals (workspace_id, updated_by);
      -- What stages, pipelines and forecasts ask for.
      create index sales_deals_open on sales_deals (workspace_id, pipeline_id, open_stage_id) where open_stage_id is not null;
      create index sales_deals_due on sales_deals (workspace_id, pipeline_id, expected_close_date)
        where status = 'open' and expected_close_date is not null;
      create index sales_deals_closed on sales_deals (workspace_id, pipeline_id, closed_at) where status in ('won', 'lost');

      create trigger sales_deals_added after insert on sales_deals referencing new table as added
        for each statement execute function count_record(${COUNTED});
      create trigger sales_deals_removed after delete on sales_deals referencing old table as removed
        for each statement execute function count_record(${COUNTED});
      create trigger sales_deals_changed after update on sales_deals for each row
        when ((old.status, old.pipeline_id, old.stage_id, old.currency, old.expected_close_date is null, old.owner_id, old.tags, old.value)
          is distinct from (new.status, new.pipeline_id, new.stage_id, new.currency, new.expected_close_date is null, new.owner_id, new.tags, new.value))
        execute function count_record(${COUNTED});

      create table sales_stays (
        workspace_id text not null,
        id text not null,
        deal_id text not null,
        pipeline_id text not null,
        stage_id text not null,
        stage_name text not null,
        entered_at timestamptz(3) not null,
        left_at timestamptz(3),
        moved_by text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, deal_id) references sales_deals on delete cascade
      );
      create index sales_stays_deal on sales_stays (workspace_id, deal_id, entered_at, id);
      create index sales_stays_moved_by on sales_stays (workspace_id, moved_by);

      -- Ids that order as they are made, so that stays of one millisecond keep their order.
      create sequence sales_stay_numbers;

      -- An open deal is in one stage at a time. Whatever moves, closes or opens it ends one stay and begins another.
      create function sales_deal_stays() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          update sales_stays set left_at = new.updated_at, updated_at = new.updated_at, revision = revision + 1
            where workspace_id = old.workspace_id and deal_id = old.id and left_at is null;
        end if;
        if new.status = 'open' then
          insert into sales_stays (workspace_id, id, deal_id, pipeline_id, stage_id, stage_name, entered_at, moved_by,
            created_at, updated_at, revision)
          select new.workspace_id, 'sty_' || lpad(nextval('sales_stay_numbers')::text, 26, '0'), new.id, new.pipeline_id,
            new.stage_id, name, new.updated_at, new.updated_by, new.updated_at, new.updated_at, 1
          from sales_stages where workspace_id = new.workspace_id and id = new.stage_id;
        end if;
        return null;
      end $$;
      create trigger sales_deals_entered after insert on sales_deals for each row execute function sales_deal_stays();
      create trigger sales_deals_moved after update on sales_deals for each row
        when (old.open_stage_id is distinct from new.open_stage_id) execute function sales_deal_stays();

      create table sales_activities (
        workspace_id text not null,
        id text not null,
        deal_id text not null,
        type text not null,
        note text not null,
        occurred_at timestamptz(3) not null,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, deal_id) references sales_deals on delete cascade
      );
      create index sales_activities_deal on sales_activities (workspace_id, deal_id, occurred_at, id);
      create index sales_activities_created_by on sales_activities (workspace_id, created_by);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table sales_activities, sales_stays, sales_deals, sales_stages, sales_pipelines;
      drop function sales_deal_stays;
      drop sequence sales_stay_numbers;
    `);
  }
}
