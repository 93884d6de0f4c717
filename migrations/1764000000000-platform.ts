import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ENSURE_PARTITIONS } from './schema/ensure-partitions.ts';
import { SEARCH_QUERY } from './schema/search-query.ts';
import { SEARCH_TEXT } from './schema/search-text.ts';

/** Tables that every app uses: workspaces, idempotency keys, rate limits, mail, blobs and the event log. */
export class Platform1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create extension if not exists unaccent;
      create extension if not exists btree_gin;

      ${ENSURE_PARTITIONS}
      ${SEARCH_TEXT}
      ${SEARCH_QUERY}
      create sequence event_positions;
      create sequence stage_history_numbers;

      create table workspaces (
        id text not null,
        name text not null,
        created_at timestamptz(3) not null,
        primary key (id)
      );

      create table idempotency_keys (
        workspace_id text not null,
        credential_id text not null,
        method text not null,
        path text not null,
        key text not null,
        fingerprint text not null,
        status integer not null,
        headers jsonb not null,
        body text not null,
        encrypted boolean not null,
        created_at timestamptz(3) not null,
        primary key (workspace_id, credential_id, method, path, key)
      );
      create index idempotency_keys_created on idempotency_keys (created_at);
      -- Saved answers that show a candidate are deleted when the candidate is anonymized.
      create index idempotency_keys_careers on idempotency_keys (workspace_id, path) where path like '/v1/careers/%';

      -- Counters of about a minute, so they need no write-ahead log. Keys are hashes or ids of all workspaces.
      create unlogged table rate_limits (
        key varchar(255) not null,
        points integer not null,
        -- Milliseconds since 1970.
        expire bigint,
        primary key (key)
      );
      create index rate_limits_expire on rate_limits (expire);

      -- The last run of each maintenance task. The tasks belong to the deployment, not to a workspace.
      create table maintenance_tasks (
        name text not null,
        started_at timestamptz(3) not null,
        -- Null while the task runs.
        finished_at timestamptz(3),
        duration_ms integer,
        -- Why it failed; null after a success.
        error text,
        -- Null if it runs when there is something to do.
        next_run_at timestamptz(3),
        primary key (name)
      ) with (autovacuum_vacuum_threshold = 5000, autovacuum_analyze_threshold = 5000);

      -- Queued messages. A sent message is deleted; an undeliverable one is kept for a while.
      create table mails (
        workspace_id text not null,
        id text not null,
        -- Recipient, subject and text, encrypted with SECRETS_KEY because links in it may open accounts.
        message text not null,
        attempts integer not null default 0,
        -- Null after the last attempt. A worker that takes a message moves this ahead, so that another one takes over if it
        -- dies.
        next_attempt_at timestamptz(3),
        error text,
        created_at timestamptz(3) not null,
        -- The record that the message is about, if the message may have to be taken back.
        about text,
        primary key (workspace_id, id)
      );
      create index mails_due on mails (next_attempt_at) where next_attempt_at is not null;
      create index mails_given_up on mails (created_at) where next_attempt_at is null;
      create index mails_about on mails (workspace_id, about) where about is not null;

      -- Blobs without an owner. Each is deleted when its time has come.
      create table unclaimed_blobs (
        workspace_id text not null,
        key text not null,
        remove_at timestamptz(3) not null,
        primary key (workspace_id, key)
      );
      create index unclaimed_blobs_due on unclaimed_blobs (remove_at);
      create index unclaimed_blobs_key on unclaimed_blobs (key);

      -- Events that are not in the event log yet. Requests insert rows, the relay moves them to the log.
      create table outbox (
        workspace_id text not null,
        id text not null,
        type text not null,
        timestamp timestamptz(3) not null,
        actor_type text not null,
        actor_id text,
        payload jsonb not null,
        -- The order of inserts. Changes of one record wait for each other, so it is their order, whatever the clocks say.
        number bigint generated always as identity not null,
        -- The only user, beside admins of the app, who may see the event. Null: everybody who may read the app.
        private_to text not null default '',
        primary key (number, workspace_id)
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

      -- The event log. "position" orders all events, "sequence" the events of one workspace. The relay assigns both.
      create table events (
        workspace_id text not null,
        id text not null,
        type text not null,
        timestamp timestamptz(3) not null,
        actor_type text not null,
        actor_id text,
        payload jsonb not null,
        sequence bigint not null,
        position bigint not null,
        -- The only user, beside admins of the app, who may see the event. Null: everybody who may read the app.
        private_to text not null default '',
        primary key (workspace_id, timestamp, id)
      ) partition by range ("timestamp");
      create index events_position on events (position);
      create index events_sequence on events (workspace_id, sequence);
      create index events_id on events (workspace_id, id);
      create index events_type on events (workspace_id, type, sequence);

      create table event_sequences (
        workspace_id text not null,
        last bigint not null,
        primary key (workspace_id)
      );

      -- How far each listener has read the event log, and how often the next event has failed.
      create table event_cursors (
        listener text not null,
        position bigint not null,
        failures integer not null default 0,
        primary key (listener)
      );

      -- Events that a listener could not handle after several attempts. The listener skipped them.
      create table event_failures (
        listener text not null,
        workspace_id text not null,
        event_id text not null,
        error text not null,
        failed_at timestamptz(3) not null,
        primary key (workspace_id, listener, event_id)
      );

      -- Maintenance creates the partitions of later months.
      select ensure_partitions('events', now() - interval '1 month', now() + interval '3 months');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table event_failures, event_cursors, event_sequences, events, outbox, unclaimed_blobs, mails, maintenance_tasks,
        rate_limits, idempotency_keys, workspaces;
      drop sequence event_positions, stage_history_numbers;
      drop function ensure_partitions, search_text, search_query;
      drop extension btree_gin, unaccent;
    `);
  }
}
