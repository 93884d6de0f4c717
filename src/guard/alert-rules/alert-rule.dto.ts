import {
  Flag,
  Int,
  ListOf,
  NestedList,
  PartialType,
  PickType,
  Texts,
  Timestamp,
  ViewType,
} from '../../platform/index.js';
import { SAMPLES } from '../alerts/windows.js';
import { AuditEntryView } from '../audit-logs/audit-log.dto.js';
import { AlertRule } from './alert-rule.entity.js';

const written = [
  'name',
  'description',
  'severity',
  'condition',
  'threshold',
  'window_minutes',
  'group_by',
  'dedup_minutes',
  'runbook',
  'mail_admins',
  'tags',
] as const;

export class CreateAlertRule extends PickType(AlertRule, written) {}

export class UpdateAlertRule extends PartialType(PickType(AlertRule, [...written, 'status'])) {}

export class AlertRuleQuery extends ListOf(AlertRule, {
  filter: ['status', 'severity'],
  sort: ['created_at', 'updated_at', 'name'],
}) {}

export class AlertRuleView extends ViewType(AlertRule, [
  'id',
  ...written,
  'status',
  'last_triggered_at',
  'created_at',
  'updated_at',
]) {
  @Flag({ description: 'Whether every workspace has it. It can be changed, not deleted.' }) built_in: boolean;
}

export class TestAlertRule {
  @Timestamp({ description: 'Included.' })
  from: string;
  @Timestamp({ optional: true, description: 'Excluded. Default: now.' }) to?: string;
}

export class RuleTestView {
  @Int({ min: 0, description: 'Entries of that time that meet the condition.' }) match_count: number;
  @Flag({ description: 'Whether there were enough of them within a window, and in a group.' }) would_trigger: boolean;
  @Texts({
    maxItems: SAMPLES,
    maxLength: 40,
    description: 'The first of those that would have made the alert, or that match.',
  })
  sample_audit_ids: string[];
  @NestedList(() => AuditEntryView, { maxItems: SAMPLES, description: 'The same entries, the oldest first.' })
  samples: AuditEntryView[];
  @Flag({ description: 'False: there were too many entries; only the newest were looked at.' }) complete: boolean;
}
