import { Choice, Id, Int, RecordEntity, ResourceEntity, Text, Texts, Timestamp } from '../../platform/index.js';
import { SEVERITIES } from '../alert-rules/alert-rule.resource.js';
import { ALERT_STATUSES, alerts, RESOLUTIONS } from './alert.resource.js';
import { SAMPLES } from './windows.js';

@ResourceEntity(alerts, 'alerts')
export class Alert extends RecordEntity {
  @Id('rul', { description: 'The rule that it comes from. It may have been deleted.' }) rule_id: string;
  @Text({ description: 'The name of the rule, and what the entries have in common.' }) title: string;
  @Choice(SEVERITIES, { description: 'How bad it is.' }) severity: string;
  @Choice(ALERT_STATUSES, { default: 'open', description: 'Whether somebody has seen to it.' }) status: string;
  @Choice(RESOLUTIONS, { nullable: true, description: 'What it was; only of resolved ones.' }) resolution:
    string | null;
  @Id('usr', { nullable: true, description: 'The user who sees to it.' }) assignee_id: string | null;
  @Text({ max: 300, empty: true, description: 'What its entries have in common: `actor_id:usr_…`, or nothing.' })
  dedup_key: string;
  @Int({ min: 1, description: 'How many entries it stands for.' }) event_count: number;
  @Timestamp({ description: 'When the first of them was made.' }) first_event_at: string;
  @Timestamp({ description: 'When the last of them was made.' }) last_event_at: string;
  @Texts({ maxItems: SAMPLES, maxLength: 40, description: 'Some of them.' }) sample_audit_ids: string[];
  /** Until then further entries are added to it. */
  @Timestamp() dedup_until: string;
}
