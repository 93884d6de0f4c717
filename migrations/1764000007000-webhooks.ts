import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Webhooks1764000007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table webhooks (
        workspace_id text not null,
        id text not null,
        url text not null,
        events text[] not null,
        -- The apps of its events. They decide who may see the webhook.
        apps text[] not null,
        description text not null,
        -- Encrypted with SECRETS_KEY.
        secret text not null,
        previous_secret text,
        previous_secret_expires_at timestamptz(3),
        status text not null,
        paused_reason text,
        last_success_at timestamptz(3),
        last_failure_at timestamptz(3),
        -- Failed attempts since the last success, and the time of the first of them.
        consecutive_failures integer not null,
        failing_since timestamptz(3),
        -- The last attempt failed or was slow. Slow webhooks have workers of their own.
        slow boolean not null,
        -- The worker that alone sends to the webhook, and until when. A lease that ends early leaves null, or the pause that
        -- the receiver asked for.
        lease text,
        leased_until timestamptz(3),
        -- The apps whose private events it gets.
        sees_private text[] not null,
        search tsvector generated always as (search_vector(url, description)) stored,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create index webhooks_created on webhooks (workspace_id, created_at, id);
      create index webhooks_failing on webhooks (failing_since) where failing_since is not null and status = 'active';
      create index webhooks_search on webhooks using gin (workspace_id, search) with (gin_pending_list_limit = 512);

      -- One event for one webhook: delivered, due or given up.
      create table webhook_deliveries (
        workspace_id text not null,
        id text not null,
        webhook_id text not null,
        event_id text not null,
        event_type text not null,
        event_timestamp timestamptz(3) not null,
        status text not null,
        attempt_count integer not null,
        -- Attempts that were asked for by hand. They do not count against the schedule.
        manual_count integer not null default 0,
        first_attempt_at timestamptz(3),
        next_attempt_at timestamptz(3),
        created_at timestamptz(3) not null,
        completed_at timestamptz(3),
        -- The next attempt was asked for by hand. It precedes the automatic one at "retry_at".
        manual boolean not null default false,
        retry_at timestamptz(3),
        -- The replay that asked for it.
        replay_id text,
        -- The event of a test, which is not in the log.
        test_event jsonb,
        primary key (workspace_id, id, event_timestamp)
      ) partition by range (event_timestamp);
      create unique index webhook_deliveries_event on webhook_deliveries (workspace_id, webhook_id, event_timestamp,
        event_id);
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
        -- Of the event of the delivery, so that both lie in partitions of the same month.
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

      -- Past events that are delivered once more, batch by batch.
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
        handed_on integer not null default 0,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index webhook_replays_running on webhook_replays (workspace_id, webhook_id) where status = 'running';
      create index webhook_replays_created on webhook_replays (workspace_id, webhook_id, created_at, id);
      create index webhook_replays_status on webhook_replays (workspace_id, webhook_id, status, created_at, id);
      create index webhook_replays_all on webhook_replays (workspace_id, created_at, id);
      create index webhook_replays_all_status on webhook_replays (workspace_id, status, created_at, id);

      -- Maintenance creates the partitions of later months.
      select ensure_partitions('webhook_deliveries', now() - interval '1 month', now() + interval '3 months');
      select ensure_partitions('webhook_attempts', now() - interval '1 month', now() + interval '3 months');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table webhook_replays, webhook_attempts, webhook_deliveries, webhooks;
    `);
  }
}
