import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, notFrozen } from '../../platform/index.js';
import type { AlertRule } from '../alert-rules/alert-rule.entity.js';
import type { Entry } from '../alert-rules/matching.js';
import { ENTRY_COLUMNS } from '../alert-rules/alert-rule.repository.js';
import type { Alert } from './alert.entity.js';
import type { Window } from '../alert-rules/windows.js';

/** Entries evaluated per transaction. */
export const BATCH_SIZE = 500;
const WORKSPACES = 100;
const HOUR_SECONDS = 3_600;

/** Workspaces with entries that were not evaluated. */
export const BEHIND = `
  select p.workspace_id from alert_positions p join audit_chains c using (workspace_id) where c.sequence > p.position and ${notFrozen('p.workspace_id')}`;

/** Default and minimum retention of alerts, in days. */
const DEFAULT_DAYS = 365;
export const LEAST_DAYS = 30;

/** Condition on expired alerts; $1 is `LEAST_DAYS` ago, $2 now. */
export const IS_OLD = `updated_at < $1 and updated_at < $2::timestamptz - make_interval(days => coalesce((
  select alert_retention_days from guard_settings s where s.workspace_id = alerts.workspace_id), ${DEFAULT_DAYS}))`;

/** The window of a rule and group. */
export interface Counted {
  rule_id: string;
  group_key: string;
  window: Window;
  /** Expiry (ISO 8601). */
  until: string;
}

/** An open alert within its deduplication period. */
export type Running = Pick<
  Alert,
  'id' | 'rule_id' | 'dedup_key' | 'event_count' | 'last_event_at' | 'sample_audit_ids' | 'dedup_until'
>;

/** State of the evaluation; each batch is one unit of work. */
@Injectable()
export class AlertRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Workspaces with active rules and sealed entries that were not evaluated, except some of them. */
  async behind(except: readonly string[]): Promise<string[]> {
    const { rows } = await this.database.execute<{ workspace_id: string }>(
      `${BEHIND} and p.workspace_id <> all($1) limit ${WORKSPACES}`,
      [except],
    );
    return rows.map(({ workspace_id }) => workspace_id);
  }

  /** Next entries of the workspace by sequence, so that late commits are not missed. Null while another worker holds the lock. */
  async take(): Promise<(Entry & { sequence: number })[] | null> {
    const { workspaceId } = currentContext();
    const [place] = await this.database.write<{ position: number }>(
      'select position from alert_positions where workspace_id = $1 for update skip locked',
      [workspaceId],
    );
    if (!place) return null;
    return this.database.read(
      `select ${ENTRY_COLUMNS}, sequence from audit_seals join audit_entries using (workspace_id, timestamp, id)
        where workspace_id = $1 and sequence > $2 order by sequence limit ${BATCH_SIZE}`,
      [workspaceId, place.position],
    );
  }

  /** Number of alerts that a rule raised in the last hour, up to a limit. */
  async recent({ id, workspace_id }: AlertRule, limit: number): Promise<number> {
    const [row] = await this.database.read<{ count: number }>(
      `select count(*)::int as count from (
         select from alerts where workspace_id = $1 and rule_id = $2 and created_at > $3 limit $4) recent`,
      [workspace_id, id, this.clock.iso(-HOUR_SECONDS), limit],
    );
    return row!.count;
  }

  /** Advances the cursor. */
  async moveTo(sequence: number): Promise<void> {
    await this.database.write('update alert_positions set position = $2 where workspace_id = $1', [
      currentContext().workspaceId,
      sequence,
    ]);
  }

  rules(): Promise<AlertRule[]> {
    return this.database.read<AlertRule>(
      `select * from alert_rules where workspace_id = $1 and status = 'active' order by created_at, id`,
      [currentContext().workspaceId],
    );
  }

  /** Windows of these groups; a group is a rule and a key. */
  counted(groups: readonly (readonly [ruleId: string, key: string])[]): Promise<Counted[]> {
    return this.database.read<Counted>(
      `select rule_id, group_key, counted as window, until from alert_windows
        where workspace_id = $1 and (rule_id, group_key) in (select * from unnest($2::text[], $3::text[]))`,
      [currentContext().workspaceId, groups.map(([rule]) => rule), groups.map(([, key]) => key)],
    );
  }

  async keep(counted: readonly Counted[]): Promise<void> {
    await this.database.write(
      `insert into alert_windows (workspace_id, rule_id, group_key, counted, until)
       select $1, * from unnest($2::text[], $3::text[], $4::jsonb[], $5::timestamptz[])
       on conflict (workspace_id, rule_id, group_key) do update set counted = excluded.counted, until = excluded.until`,
      [
        currentContext().workspaceId,
        counted.map(({ rule_id }) => rule_id),
        counted.map(({ group_key }) => group_key),
        counted.map(({ window }) => JSON.stringify(window)),
        counted.map(({ until }) => until),
      ],
    );
  }

  /** Open alerts of these groups, locked, so that none is resolved meanwhile. */
  running(groups: readonly (readonly [ruleId: string, key: string])[], since: string): Promise<Running[]> {
    return this.database.write<Running>(
      `select id, rule_id, dedup_key, event_count, last_event_at, sample_audit_ids, dedup_until from alerts
        where workspace_id = $1 and (rule_id, dedup_key) in (select * from unnest($2::text[], $3::text[]))
          and status <> 'resolved' and dedup_until > $4 order by id for update`,
      [currentContext().workspaceId, groups.map(([rule]) => rule), groups.map(([, key]) => key), since],
    );
  }

  /** Adds entries to an alert, without a new revision. */
  async add({ id, event_count, last_event_at, sample_audit_ids }: Running): Promise<void> {
    await this.database.write(
      `update alerts set event_count = $3, last_event_at = $4, sample_audit_ids = $5 where workspace_id = $1 and id = $2`,
      [currentContext().workspaceId, id, event_count, last_event_at, sample_audit_ids],
    );
  }

  async triggered({ id }: AlertRule): Promise<void> {
    await this.database.write('update alert_rules set last_triggered_at = $3 where workspace_id = $1 and id = $2', [
      currentContext().workspaceId,
      id,
      this.clock.iso(),
    ]);
  }

  /** Deletes expired windows. */
  async forgetOld(): Promise<void> {
    await this.database.execute(`delete from alert_windows where until < $1 and ${notFrozen()}`, [this.clock.iso()]);
  }
}
