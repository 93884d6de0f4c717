import { Injectable } from '@nestjs/common';
import { Conditions, currentContext, Database } from '../../platform/index.js';
import type { AlertCondition, AlertRule } from './alert-rule.entity.js';
import { type Entry, JUDGED } from './matching.js';

export const ENTRY_COLUMNS = JUDGED.join(', ');

/** The most entries that a dry run looks at. */
const MAX_TESTED = 50_000;

/** The tables beside a rule: from where on its workspace is evaluated, and what it has counted. */
@Injectable()
export class AlertRuleRepository {
  constructor(private readonly database: Database) {}

  /** How many rules there are. Until the unit of work ends nobody else of the workspace adds or switches one. */
  async lock(): Promise<number> {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('alert rules ' || $1, 0))`, [workspaceId]);
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from alert_rules where workspace_id = $1',
      [workspaceId],
    );
    return row!.n;
  }

  /** The workspace is evaluated from what is sealed by now, unless it is already. */
  async begin(): Promise<void> {
    await this.database.write(
      `insert into alert_positions (workspace_id, position)
       select $1, coalesce((select sequence from audit_chains where workspace_id = $1), 0) on conflict do nothing`,
      [currentContext().workspaceId],
    );
  }

  /** Ends that where no rule is active any more. */
  async end(): Promise<void> {
    await this.database.write(
      `delete from alert_positions where workspace_id = $1
          and not exists (select from alert_rules where workspace_id = $1 and status = 'active')`,
      [currentContext().workspaceId],
    );
  }

  /** Forgets what a rule has counted. */
  async forget({ workspace_id, id }: AlertRule): Promise<void> {
    await this.database.write('delete from alert_windows where workspace_id = $1 and rule_id = $2', [workspace_id, id]);
  }

  /** The newest entries of a time that may meet a condition, the newest first, as far as columns with an index tell. */
  async entries(
    { actions, outcome, actor_id }: AlertCondition,
    from: string,
    to: string,
  ): Promise<{ entries: Entry[]; complete: boolean }> {
    const where = new Conditions()
      .add('workspace_id = ?', currentContext().workspaceId)
      .add('timestamp >= ? and timestamp < ?', from, to);
    if (actor_id) where.add('actor_id = ?', actor_id);
    if (outcome) where.add('outcome = ?', outcome);
    if (actions?.every((action) => !action.endsWith('*'))) where.add('action = any(?)', actions);
    const entries = await this.database.read<Entry>(
      `select ${ENTRY_COLUMNS} from audit_entries where ${where.sql} order by timestamp desc, id desc limit ${MAX_TESTED + 1}`,
      where.values,
    );
    return { entries: entries.slice(0, MAX_TESTED), complete: entries.length <= MAX_TESTED };
  }
}
