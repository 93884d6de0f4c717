import type { MigrationInterface, QueryRunner } from 'typeorm';

const RULES = `'guard.alert_rule', 'status', 'severity', 'tags'`;
const ALERTS = `'guard.alert', 'status', 'severity', 'rule_id', 'day=to_char(created_at at time zone ''UTC'', ''YYYY-MM-DD'')'`;

/** The rules that every workspace has, as they were when it got them. */
const BUILT_INS = [
  {
    key: 'many_denials',
    name: 'Many refused attempts from one address',
    description:
      '20 attempts within an hour that were refused for lack of rights, or with a credential that has ended.',
    severity: 'high',
    condition: { outcome: 'denied' },
    threshold: 20,
    group_by: 'ip_address',
  },
  {
    key: 'admin_role',
    name: 'A role of an admin was given',
    description: 'A user or group got a role of an admin, or became a member of a group that has one.',
    severity: 'high',
    condition: {
      actions: ['access.user.*', 'access.group.*'],
      outcome: 'success',
      change: {
        field: 'roles',
        to: [
          'office:admin',
          'access:admin',
          'sales:admin',
          'careers:admin',
          'project:admin',
          'guard:admin',
          'workspace:owner',
        ],
      },
    },
  },
  {
    key: 'api_key',
    name: 'An API key was created',
    description: 'Keys last until they are revoked or expire.',
    severity: 'low',
    condition: { actions: ['access.api_key.created', 'access.api_key.rotated'], outcome: 'success' },
  },
  {
    key: 'mass_delete',
    name: 'Many records were deleted by one caller',
    description: '50 deletions within ten minutes.',
    severity: 'high',
    condition: {
      actions: [
        'office.document.deleted',
        'office.file.deleted',
        'office.spreadsheet.deleted',
        'access.user.deleted',
        'access.group.deleted',
        'sales.contact.deleted',
        'sales.deal.deleted',
        'careers.job.deleted',
        'careers.application.deleted',
        'project.project.deleted',
        'project.task.deleted',
      ],
      outcome: 'success',
    },
    threshold: 50,
    window_minutes: 10,
    group_by: 'actor_id',
  },
  {
    key: 'mass_download',
    name: 'Many files were downloaded by one caller',
    description: '50 downloads and exports within ten minutes.',
    severity: 'high',
    condition: { actions: ['office.file.downloaded', 'office.spreadsheet.exported'], outcome: 'success' },
    threshold: 50,
    window_minutes: 10,
    group_by: 'actor_id',
  },
  {
    key: 'policy_deactivated',
    name: 'A policy was switched off',
    description: 'What it denied is possible again.',
    severity: 'high',
    condition: { actions: ['guard.policy.updated'], outcome: 'success', change: { field: 'status', to: ['inactive'] } },
  },
  {
    key: 'retention_lowered',
    name: 'The audit log is kept for less time',
    description: 'Older entries are removed once the days of grace are over.',
    severity: 'critical',
    condition: {
      resource_type: 'guard.settings',
      outcome: 'success',
      change: { field: 'audit_retention_days', lowered: true },
    },
  },
  {
    key: 'audit_export',
    name: 'The audit log was exported',
    description: 'Somebody took a copy of it.',
    severity: 'medium',
    condition: { actions: ['guard.audit.exported'], outcome: 'success' },
  },
  {
    key: 'hard_delete',
    name: 'A record was removed for good',
    description: 'It did not go to the trash, or was taken from there.',
    severity: 'medium',
    condition: {
      actions: ['office.document.deleted', 'office.spreadsheet.deleted', 'sales.contact.deleted'],
      outcome: 'success',
      change: { field: 'deleted_at', absent: true },
    },
  },
  {
    key: 'suspended_sign_in',
    name: 'A suspended user tried to sign in',
    description: 'Somebody used the address of a user who is suspended.',
    severity: 'medium',
    condition: { actions: ['access.session.created'], outcome: 'denied' },
  },
];

export class GuardAlerts1763816001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table alert_rules (
        workspace_id text not null references workspaces,
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
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        primary key (workspace_id, id)
      );
      create unique index alert_rules_built_in on alert_rules (workspace_id, built_in);
      create index alert_rules_created on alert_rules (workspace_id, created_at, id);
      create index alert_rules_tags on alert_rules using gin (in_workspace(workspace_id, tags)) where tags <> '{}';

      -- Up to where the trail of a workspace was looked at, as long as a rule of it is active.
      create table alert_positions (
        workspace_id text primary key,
        position bigint not null
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
        workspace_id text not null references workspaces,
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
        primary key (workspace_id, id)
      );
      create index alerts_created on alerts (workspace_id, created_at, id);
      create index alerts_updated on alerts (workspace_id, updated_at, id);
      create index alerts_status on alerts (workspace_id, status, created_at, id);
      create index alerts_severity on alerts (workspace_id, severity, created_at, id);
      create index alerts_rule on alerts (workspace_id, rule_id, created_at, id);
      create index alerts_assignee on alerts (workspace_id, assignee_id) where assignee_id is not null;
      create index alerts_running on alerts (workspace_id, rule_id, dedup_key) where status <> 'resolved';
      create index alerts_old on alerts (updated_at);
    `);
    for (const [table, counted, columns] of [
      ['alert_rules', RULES, ['status', 'severity', 'tags']],
      ['alerts', ALERTS, ['status', 'severity', 'rule_id', 'created_at']],
    ] as const) {
      const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
      await runner.query(`
        create trigger ${table}_added after insert on ${table} referencing new table as added
          for each statement execute function count_record(${counted});
        create trigger ${table}_removed after delete on ${table} referencing old table as removed
          for each statement execute function count_record(${counted});
        create trigger ${table}_changed after update on ${table} for each row
          when ((${of('old')}) is distinct from (${of('new')}))
          execute function count_record(${counted});
      `);
    }
    await runner.query(
      `insert into alert_rules (workspace_id, id, name, description, severity, status, condition, threshold, window_minutes,
         group_by, dedup_minutes, runbook, mail_admins, tags, built_in, created_at, updated_at, revision)
       select w.id, 'rul_0' || substr(md5(w.id || ' ' || key), 1, 25), r.name, description, severity, 'inactive', condition,
         coalesce(threshold, 1), coalesce(window_minutes, 60), coalesce(group_by, 'none'), 60, '', false, '{}', key, now(), now(), 1
       from workspaces w, jsonb_to_recordset($1::jsonb)
         r (key text, name text, description text, severity text, condition jsonb, threshold integer, window_minutes integer, group_by text)`,
      [JSON.stringify(BUILT_INS)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table alerts, alert_windows, alert_positions, alert_rules;
      delete from record_counts where resource in ('guard.alert_rule', 'guard.alert');
    `);
  }
}
