import { Injectable } from '@nestjs/common';
import { Conditions, currentContext, Database } from '../../platform/index.js';
import type { AlertCondition, AlertRule } from './alert-rule.entity.js';
import { type Entry, JUDGED } from './matching.js';

export const ENTRY_COLUMNS = JUDGED.join(', ');

/** Maximum entries read by a dry run. */
const MAX_TESTED = 50_000;

/** State of the evaluation: the cursor of the workspace, and the counts of rules. */
@Injectable()
export class AlertRuleRepository {
  constructor(private readonly database: Database) {}

  /** Counts the rules under a lock, so that no other request of the workspace adds or toggles one meanwhile. */
  async lock(): Promise<number> {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('alert rules ' || $1, 0))`, [workspaceId]);
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from alert_rules where workspace_id = $1',
      [workspaceId],
    );
    return row!.n;
  }

  /** Starts evaluation at the current end of the chain, unless already started. */
  async begin(): Promise<void> {
    await this.database.write(
      `insert into alert_positions (workspace_id, position)
       select $1, coalesce((select sequence from audit_chains where workspace_id = $1), 0) on conflict do nothing`,
      [currentContext().workspaceId],
    );
  }

  /** Stops evaluation if no rule is active. */
  async end(): Promise<void> {
    await this.database.write(
      `delete from alert_positions where workspace_id = $1
          and not exists (select from alert_rules where workspace_id = $1 and status = 'active')`,
      [currentContext().workspaceId],
    );
  }

  /** Deletes the counts of a rule. */
  async forget({ workspace_id, id }: AlertRule): Promise<void> {
    await this.database.write('delete from alert_windows where workspace_id = $1 and rule_id = $2', [workspace_id, id]);
  }

  /** Newest entries in a period that may match, newest first; prefiltered by indexed columns only. */
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
