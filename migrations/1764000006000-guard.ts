import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AWAIT_SEAL } from './schema/await-seal.ts';

/** The audit trail with its seals, and policies, alerts, exports and settings. */
export class Guard1764000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
        primary key (workspace_id, timestamp, id)
      ) partition by range ("timestamp");
      create index audit_entries_resource on audit_entries (workspace_id, resource_id, timestamp, id);
      create index audit_entries_actor on audit_entries (workspace_id, actor_id, timestamp, id);
      create index audit_entries_action on audit_entries (workspace_id, action, timestamp, id);
      create index audit_entries_outcome on audit_entries (workspace_id, outcome, timestamp, id) where outcome <> 'success';
      create index audit_entries_actor_outcome on audit_entries (workspace_id, actor_id, outcome, timestamp, id)
        where outcome <> 'success';
      create index audit_entries_address_outcome on audit_entries (workspace_id, ip_address, outcome, timestamp, id)
        where outcome <> 'success' and ip_address is not null;
      create index audit_entries_address on audit_entries (workspace_id, ip_address, timestamp, id, actor_id)
        where ip_address is not null;
      create index audit_entries_action_outcome on audit_entries (workspace_id, action, outcome, timestamp, id)
        where outcome <> 'success';
      create index audit_entries_type on audit_entries (workspace_id, resource_type, timestamp, id);
      create index audit_entries_type_outcome on audit_entries (workspace_id, resource_type, outcome, timestamp, id)
        where outcome <> 'success';

      -- Entries that are not sealed yet.
      create table audit_unsealed (
        workspace_id text not null,
        timestamp timestamptz(3) not null,
        id text not null,
        primary key (workspace_id, timestamp, id)
      );

      -- The place of an entry in the chain of its workspace. It lies beside the entry, because updating the entry would
      -- write it and all its index entries a second time.
      create table audit_seals (
        workspace_id text not null,
        timestamp timestamptz(3) not null,
        id text not null,
        sequence bigint not null,
        prev_hash bytea not null,
        hash bytea not null,
        primary key (workspace_id, timestamp, id)
      ) partition by range ("timestamp");
      create index audit_seals_sequence on audit_seals (workspace_id, sequence);

      -- The last sealed entry of each workspace.
      create table audit_chains (
        workspace_id text not null,
        sequence bigint not null,
        hash text not null,
        primary key (workspace_id)
      );

      -- Signing keys of the deployment. Both halves are encrypted. The private half is deleted when the key retires.
      create table audit_keys (
        id bigint generated always as identity not null,
        private_key text,
        public_key text not null,
        created_at timestamptz(3) not null,
        retired_at timestamptz(3),
        primary key (id)
      );
      create unique index audit_keys_current on audit_keys ((true)) where retired_at is null;

      create table audit_checkpoints (
        workspace_id text not null,
        id text not null,
        number integer not null,
        head_sequence bigint not null,
        head_hash text not null,
        count bigint not null,
        previous_hash text not null,
        created_at timestamptz(3) not null,
        signature text not null,
        primary key (workspace_id, id)
      );
      create unique index audit_checkpoints_number on audit_checkpoints (workspace_id, number);

      create table audit_purges (
        workspace_id text not null,
        number integer not null,
        last_sequence bigint not null,
        last_hash text not null,
        count bigint not null,
        previous_hash text not null,
        created_at timestamptz(3) not null,
        signature text not null,
        primary key (workspace_id, number)
      );

      create table policies (
        workspace_id text not null,
        id text not null,
        name text not null,
        effect text not null,
        principals jsonb not null,
        resources jsonb not null,
        actions text[] not null,
        status text not null,
        search tsvector generated always as (search_vector(name)) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create index policies_created on policies (workspace_id, created_at, id);
      create index policies_active on policies (workspace_id, effect, created_at, id) where status = 'active';
      create index policies_search on policies using gin (workspace_id, search) with (gin_pending_list_limit = 512);

      create table alert_rules (
        workspace_id text not null,
        id text not null,
        name text not null,
        description text not null,
        severity text not null,
        status text not null,
        condition jsonb not null,
        threshold integer not null,
        window_minutes integer not null,
        group_by text not null,
        dedup_minutes integer not null,
        runbook text not null,
        mail_admins boolean not null,
        tags text[] not null,
        built_in text,
        activated_at timestamptz(3),
        last_triggered_at timestamptz(3),
        search tsvector generated always as (search_vector(name)) stored,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create unique index alert_rules_built_in on alert_rules (workspace_id, built_in);
      create index alert_rules_created on alert_rules (workspace_id, created_at, id);
      create index alert_rules_tags on alert_rules using gin (in_workspace(workspace_id, tags)) where tags <> '{}';
      create index alert_rules_search on alert_rules using gin (workspace_id, search) with (gin_pending_list_limit = 512);

      -- How far the audit trail of a workspace has been evaluated while one of its rules is active.
      create table alert_positions (
        workspace_id text not null,
        position bigint not null,
        primary key (workspace_id)
      );

      -- What active rules have counted within their windows, by group.
      create table alert_windows (
        workspace_id text not null,
        rule_id text not null,
        group_key text not null,
        counted jsonb not null,
        until timestamptz(3) not null,
        primary key (workspace_id, rule_id, group_key)
      );
      create index alert_windows_until on alert_windows (until);

      create table alerts (
        workspace_id text not null,
        id text not null,
        rule_id text not null,
        title text not null,
        severity text not null,
        status text not null,
        resolution text,
        assignee_id text,
        dedup_key text not null,
        event_count integer not null,
        first_event_at timestamptz(3) not null,
        last_event_at timestamptz(3) not null,
        sample_audit_ids text[] not null,
        dedup_until timestamptz(3) not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id),
        foreign key (workspace_id) references workspaces(id)
      );
      create index alerts_created on alerts (workspace_id, created_at, id);
      create index alerts_updated on alerts (workspace_id, updated_at, id);
      create index alerts_status on alerts (workspace_id, status, created_at, id);
      create index alerts_severity on alerts (workspace_id, severity, created_at, id);
      create index alerts_rule on alerts (workspace_id, rule_id, created_at, id);
      create index alerts_assignee on alerts (workspace_id, assignee_id) where assignee_id is not null;
      create index alerts_running on alerts (workspace_id, rule_id, dedup_key) where status <> 'resolved';
      create index alerts_old on alerts (updated_at);

      create table guard_exports (
        workspace_id text not null,
        id text not null,
        status text not null,
        format text not null,
        gzip boolean not null,
        filters jsonb not null,
        row_count bigint not null,
        size_bytes bigint,
        sha256 text,
        error text,
        requested_by text not null,
        completed_at timestamptz(3),
        expires_at timestamptz(3),
        blob_key text,
        lease_until timestamptz(3),
        attempts integer not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create index guard_exports_created on guard_exports (workspace_id, created_at, id);
      create index guard_exports_status on guard_exports (workspace_id, status, created_at, id);
      create index guard_exports_format on guard_exports (workspace_id, format, created_at, id);
      create index guard_exports_requested on guard_exports (workspace_id, requested_by, created_at);
      create index guard_exports_running on guard_exports (workspace_id, id) where status in ('pending', 'processing');
      create index guard_exports_expiring on guard_exports (expires_at) where status = 'completed';
      create index guard_exports_ended on guard_exports (updated_at) where status in ('failed', 'cancelled', 'expired');

      create table guard_settings (
        workspace_id text not null,
        id text not null,
        audit_retention_days integer not null,
        audit_retention_effective_at timestamptz(3),
        audit_retention_until_then integer,
        alert_retention_days integer not null,
        checkpoint_email text,
        updated_by text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create unique index guard_settings_workspace on guard_settings (workspace_id);

      ${AWAIT_SEAL}

      -- Maintenance creates the partitions of later months.
      select ensure_partitions('audit_entries', now() - interval '1 month', now() + interval '3 months');
      select ensure_partitions('audit_seals', now() - interval '1 month', now() + interval '3 months');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table guard_settings, guard_exports, alerts, alert_windows, alert_positions, alert_rules, policies,
        audit_purges, audit_checkpoints, audit_keys, audit_chains, audit_seals, audit_unsealed, audit_entries;
      drop function await_seal;
    `);
  }
}
