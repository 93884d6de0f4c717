import {
  Flag,
  Int,
  ListOf,
  NestedList,
  PartialType,
  PickType,
  RecordTitle,
  Texts,
  Timestamp,
  ViewType,
} from '../../platform/index.js';
import { AuditEntryView } from '../audit-logs/audit-log.dto.js';
import { AlertRule } from './alert-rule.entity.js';
import { SAMPLES } from './windows.js';

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

export class CreateAlertRule extends PickType(AlertRule, [...written, 'status']) {}

export class UpdateAlertRule extends PartialType(CreateAlertRule) {}

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
  @Flag({ description: 'Whether the rule is built-in: it can be changed, not deleted.' }) built_in: boolean;
}

export class TestAlertRule {
  @Timestamp({ description: 'Included.' })
  from: string;
  @Timestamp({ optional: true, description: 'Excluded. Default: now.' }) to?: string;
}

export class RuleTestView {
  @Int({ min: 0, description: 'Number of entries in the period that match the condition.' }) match_count: number;
  @Flag({ description: 'Whether a window and group has enough of them for an alert.' }) would_trigger: boolean;
  @Texts({
    maxItems: SAMPLES,
    maxLength: 40,
    description: 'Ids of the first entries that would raise the alert, or that match.',
  })
  sample_audit_ids: string[];
  @NestedList(() => AuditEntryView, { maxItems: SAMPLES, description: 'These entries, the oldest first.' })
  samples: AuditEntryView[];
  @NestedList(() => RecordTitle, {
    maxItems: SAMPLES,
    description: 'Titles of their records, as far as you may read them.',
  })
  records: RecordTitle[];
  @Flag({ description: 'Whether all entries were checked. false: only the newest ones.' }) complete: boolean;
}
