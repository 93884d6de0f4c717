import { Choice, Id, Int, RecordEntity, ResourceEntity, Text, Texts, Timestamp } from '../../platform/index.js';
import { SEVERITIES } from '../alert-rules/alert-rule.resource.js';
import { ALERT_STATUSES, alerts, RESOLUTIONS } from './alert.resource.js';
import { SAMPLES } from '../alert-rules/windows.js';

@ResourceEntity(alerts, 'alerts')
export class Alert extends RecordEntity {
  @Id('rul', { description: 'Rule of the alert. It may have been deleted.' }) rule_id: string;
  @Text({ description: 'Name of the rule, and the common value of the entries.' }) title: string;
  @Choice(SEVERITIES, { description: 'Severity.' }) severity: string;
  @Choice(ALERT_STATUSES, { default: 'open', description: 'Status of the alert.' }) status: string;
  @Choice(RESOLUTIONS, { nullable: true, description: 'Resolution; null unless resolved.' }) resolution: string | null;
  @Id('usr', { nullable: true, description: 'Assignee.' }) assignee_id: string | null;
  @Text({ max: 300, empty: true, description: 'Common value of the entries: `actor_id:usr_…`, or empty.' })
  dedup_key: string;
  @Int({ min: 1, description: 'Number of entries.' }) event_count: number;
  @Timestamp({ description: 'Time of the first entry.' }) first_event_at: string;
  @Timestamp({ description: 'Time of the last entry.' }) last_event_at: string;
  @Texts({ maxItems: SAMPLES, maxLength: 40, description: 'Ids of some of the entries.' }) sample_audit_ids: string[];
  /** End of deduplication: until then further entries are added to this alert. */
  @Timestamp() dedup_until: string;
}
