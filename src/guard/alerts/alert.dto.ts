import { Choice, Id, ListOf, NestedList, ViewType } from '../../platform/index.js';
import { AuditEntryView } from '../audit-logs/audit-log.dto.js';
import { Alert } from './alert.entity.js';
import { ALERT_STATUSES, RESOLUTIONS } from './alert.resource.js';
import { SAMPLES } from './windows.js';

export class UpdateAlert {
  @Choice(ALERT_STATUSES, { optional: true, description: 'Any of them may follow any other.' }) status?: string;
  @Choice(RESOLUTIONS, { optional: true, nullable: true, description: 'Goes with `resolved`, which needs it.' })
  resolution?: string | null;
  @Id('usr', { optional: true, nullable: true, description: 'An active user; null: nobody.' }) assignee_id?:
    string | null;
}

export class AlertQuery extends ListOf(Alert, {
  filter: ['status', 'severity', 'rule_id'],
  sort: ['created_at', 'updated_at'],
  range: 'created_at',
}) {
  static override countedTime = { column: 'created_at', by: 'day', unit: 'day' } as const;
}

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
    description: 'Those of `sample_audit_ids` that are still kept, the oldest first.',
  })
  entries: AuditEntryView[];
}
