import { Choice, Id, ListOf, NestedList, RecordTitle, ViewType } from '../../platform/index.js';
import { AuditEntryView } from '../audit-logs/audit-log.dto.js';
import { Alert } from './alert.entity.js';
import { ALERT_STATUSES, RESOLUTIONS } from './alert.resource.js';
import { SAMPLES } from '../alert-rules/windows.js';

export class UpdateAlert {
  @Choice(ALERT_STATUSES, { optional: true, description: 'Status; any can follow any other.' }) status?: string;
  @Choice(RESOLUTIONS, {
    optional: true,
    nullable: true,
    description: 'Resolution; required for `resolved`, refused otherwise.',
  })
  resolution?: string | null;
  @Id('usr', { optional: true, nullable: true, description: 'Assignee, an active user; null: unassigned.' })
  assignee_id?: string | null;
}

export class AlertQuery extends ListOf(Alert, {
  filter: ['status', 'severity', 'rule_id'],
  sort: ['created_at', 'updated_at'],
  range: 'created_at',
}) {}

export class AlertView extends ViewType(Alert, [
  'id',
  'rule_id',
  'title',
  'severity',
  'status',
  'resolution',
  'assignee_id',
  'dedup_key',
  'event_count',
  'first_event_at',
  'last_event_at',
  'sample_audit_ids',
  'created_at',
  'updated_at',
]) {}

export class AlertEntriesView {
  @NestedList(() => AuditEntryView, {
    maxItems: SAMPLES,
    description: 'Entries of `sample_audit_ids` that are still retained, the oldest first.',
  })
  entries: AuditEntryView[];
  @NestedList(() => RecordTitle, {
    maxItems: SAMPLES,
    description: 'Titles of their records, as far as you may read them.',
  })
  records: RecordTitle[];
}
