import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PlatformFoundation1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workspaces (
        id text primary key,
        name text not null,
        created_at timestamptz(3) not null
      );

      -- What has happened and is not yet in the event log. Requests insert, the relay moves rows out.
      create table outbox (
        workspace_id text not null,
        id text not null,
        type text not null,
        timestamp timestamptz(3) not null,
        actor_type text not null,
        actor_id text,
        payload jsonb not null,
        -- The order of inserts. Changes of one record wait for each other, so it is theirs, whatever the clocks say.
        number bigint generated always as identity,
        primary key (workspace_id, id)
      );
      create index outbox_number on outbox (number);
      alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

      -- The event log. position orders all events, sequence those of one workspace; both are given by the relay.
      create sequence event_positions;
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
        primary key (workspace_id, timestamp, id)
      ) partition by range (timestamp);
      create index events_position on events (position);
      create index events_sequence on events (workspace_id, sequence);
      create index events_id on events (workspace_id, id);

      create table event_sequences (
        workspace_id text primary key,
        last bigint not null
      );

      -- How far each listener has read the event log, and how often the next event has failed.
      create table event_cursors (
        listener text primary key,
        position bigint not null,
        failures integer not null default 0
      );

      -- Events that a listener could not handle after several tries; it went on without them.
      create table event_failures (
        listener text not null,
        workspace_id text not null,
        event_id text not null,
        error text not null,
        failed_at timestamptz(3) not null,
        primary key (workspace_id, listener, event_id)
      );

      create table audit_entries (
        workspace_id text not null,
        id text not null,
        timestamp timestamptz(3) not null,
        actor_type text not null,
        actor_id text,
        actor_email text,
        action text not null,
        resource_type text not null,
        resource_id text,
        outcome text not null,
        ip_address text,
        user_agent text,
        request_id text,
        changes jsonb,
        sequence bigint,
        prev_hash text,
        hash text,
        primary key (workspace_id, timestamp, id)
      ) partition by range (timestamp);
      create index audit_entries_resource on audit_entries (workspace_id, resource_id, timestamp, id);
      create index audit_entries_actor on audit_entries (workspace_id, actor_id, timestamp, id);
      create index audit_entries_action on audit_entries (workspace_id, action, timestamp, id);

      -- How many records there are, by what lists filter on. Changes are appended, never updated, so requests do not
      -- wait for each other; a background job adds rows up. The total is the sum.
      create table record_counts (
        workspace_id text not null,
        resource text not null,
        -- new: as appended. full: added up by all dims. brief: added up without the dims that have many values.
        kind text not null default 'new',
        id bigint generated always as identity,
        dims jsonb not null,
        n bigint not null,
        primary key (workspace_id, resource, kind, id)
      );
      create unique index record_counts_sums on record_counts (workspace_id, resource, kind, dims) where kind <> 'new';
      create index record_counts_new on record_counts (id) where kind = 'new';
      alter table record_counts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

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

      -- Makes the monthly partitions of a table from the month of "since" to that of "until", both included.
      create function ensure_partitions(parent text, since timestamptz, until timestamptz) returns integer
      language plpgsql as $$
      declare
        month timestamp := date_trunc('month', since at time zone 'UTC');
        last timestamp := date_trunc('month', until at time zone 'UTC');
        made integer := 0;
        name text;
      begin
        perform pg_advisory_xact_lock(hashtext('workspace-suite.partitions'));
        while month <= last loop
          name := parent || '_' || to_char(month, 'YYYY_MM');
          if to_regclass(name) is null then
            -- Attaching, unlike CREATE TABLE PARTITION OF, does not lock out those who write to the parent.
            execute format('create table %I (like %I including defaults)', name, parent);
            execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name,
              month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
            made := made + 1;
          end if;
          month := month + interval '1 month';
        end loop;
        return made;
      end $$;

      select ensure_partitions('events', now() - interval '1 month', now() + interval '3 months');
      select ensure_partitions('audit_entries', now() - interval '1 month', now() + interval '3 months');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table idempotency_keys, record_counts, audit_entries, event_failures, event_cursors, event_sequences,
        events, outbox, workspaces;
      drop sequence event_positions;
      drop function ensure_partitions;
    `);
  }
}
