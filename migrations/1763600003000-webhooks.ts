import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Webhooks1763600003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table webhooks (
        workspace_id text not null references workspaces,
        id text not null,
        url text not null,
        events text[] not null,
        -- The apps that the events belong to: who may see the webhook follows from them.
        apps text[] not null,
        description text not null,
        -- Encrypted with SECRETS_KEY.
        secret text not null,
        previous_secret text,
        previous_secret_expires_at timestamptz(3),
        status text not null,
        paused_reason text,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        last_success_at timestamptz(3),
        last_failure_at timestamptz(3),
        -- Failed attempts since the last successful one, and when the first of them was.
        consecutive_failures integer not null,
        failing_since timestamptz(3),
        -- It failed or was slow the last time, so it waits in a lane apart from the healthy ones.
        slow boolean not null,
        -- The turn of the worker that alone sends to it, and until when nobody else may begin one. A worker that died lets
        -- this time pass; one that ended its turn leaves null, or the pause that the receiver's rate asks for.
        turn text,
        turn_until timestamptz(3),
        primary key (workspace_id, id)
      );
      create index webhooks_created on webhooks (workspace_id, created_at, id);
      create index webhooks_failing on webhooks (failing_since) where failing_since is not null and status = 'active';

      -- One event on its way to one webhook: the truth about what is delivered, due or given up.
      create table webhook_deliveries (
        workspace_id text not null,
        id text not null,
        webhook_id text not null,
        event_id text not null,
        event_type text not null,
        event_timestamp timestamptz(3) not null,
        status text not null,
        attempt_count integer not null,
        -- How many of them were asked for by hand; they do not count against the schedule.
        manual_count integer not null default 0,
        first_attempt_at timestamptz(3),
        next_attempt_at timestamptz(3),
        created_at timestamptz(3) not null,
        completed_at timestamptz(3),
        -- The next attempt was asked for by hand. It goes before the automatic one at retry_at, if there is one.
        manual boolean not null default false,
        retry_at timestamptz(3),
        -- The replay that asked for it.
        replay_id text,
        -- What a test sends; no event of the log.
        test_event jsonb,
        primary key (workspace_id, id, event_timestamp)
      ) partition by range (event_timestamp);
      create unique index webhook_deliveries_event
        on webhook_deliveries (workspace_id, webhook_id, event_timestamp, event_id);
      create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, next_attempt_at, id)
        where next_attempt_at is not null;
      create index webhook_deliveries_tests on webhook_deliveries (next_attempt_at)
        where next_attempt_at is not null and test_event is not null;
      create index webhook_deliveries_replay on webhook_deliveries (workspace_id, replay_id)
        where next_attempt_at is not null and replay_id is not null;
      create index webhook_deliveries_failed on webhook_deliveries (workspace_id, webhook_id, event_timestamp, event_id)
        where status = 'failed';
      create index webhook_deliveries_created on webhook_deliveries (workspace_id, webhook_id, created_at, id);
      create index webhook_deliveries_status on webhook_deliveries (workspace_id, webhook_id, status, created_at, id);
      create index webhook_deliveries_type on webhook_deliveries (workspace_id, webhook_id, event_type, created_at, id);

      create table webhook_attempts (
        workspace_id text not null,
        delivery_id text not null,
        -- Of the delivery's event, so that they go together.
        event_timestamp timestamptz(3) not null,
        number integer not null,
        trigger text not null,
        started_at timestamptz(3) not null,
        duration_ms integer not null,
        response_status integer,
        response_body text,
        error text,
        primary key (workspace_id, delivery_id, number, event_timestamp)
      ) partition by range (event_timestamp);

      select ensure_partitions('webhook_deliveries', now() - interval '1 month', now() + interval '3 months');
      select ensure_partitions('webhook_attempts', now() - interval '1 month', now() + interval '3 months');

      -- Counts deliveries for the totals of lists, a statement at a time.
      create function count_deliveries() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into record_counts (workspace_id, resource, dims, n)
          select workspace_id, 'webhooks.delivery', delivery_dims(webhook_id, status, event_type), count(*)
          from added group by workspace_id, webhook_id, status, event_type;
        elsif tg_op = 'DELETE' then
          insert into record_counts (workspace_id, resource, dims, n)
          select workspace_id, 'webhooks.delivery', delivery_dims(webhook_id, status, event_type), -count(*)
          from removed group by workspace_id, webhook_id, status, event_type;
        else
          insert into record_counts (workspace_id, resource, dims, n)
          select workspace_id, 'webhooks.delivery', delivery_dims(webhook_id, status, event_type), sum(n)
          from (
            select workspace_id, webhook_id, status, event_type, 1 as n from added
            union all
            select workspace_id, webhook_id, status, event_type, -1 from removed
          ) changed
          group by workspace_id, webhook_id, status, event_type having sum(n) <> 0;
        end if;
        return null;
      end $$;
      create function delivery_dims(webhook_id text, status text, event_type text) returns jsonb
      language sql immutable as $$
        select jsonb_build_object('webhook_id', webhook_id, 'status', status, 'event_type', event_type)
      $$;
      create trigger webhook_deliveries_added after insert on webhook_deliveries
        referencing new table as added for each statement execute function count_deliveries();
      create trigger webhook_deliveries_removed after delete on webhook_deliveries
        referencing old table as removed for each statement execute function count_deliveries();
      create trigger webhook_deliveries_changed after update on webhook_deliveries
        referencing old table as removed new table as added for each statement execute function count_deliveries();

      -- Past events on their way to one webhook once more, batch by batch.
      create table webhook_replays (
        workspace_id text not null,
        id text not null,
        webhook_id text not null,
        status text not null,
        -- failed, missed or all
        selection text not null,
        types text[] not null,
        from_time timestamptz(3) not null,
        to_time timestamptz(3) not null,
        count integer not null,
        -- The last event that was handed on.
        after_time timestamptz(3) not null,
        after_id text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index webhook_replays_running on webhook_replays (workspace_id, webhook_id) where status = 'running';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table webhook_replays, webhook_attempts, webhook_deliveries, webhooks;
      drop function count_deliveries; drop function delivery_dims;`);
  }
}
