import { Choice, defineResource, Id, Int, Text } from '../../platform/index.js';
import { ALERTS } from '../alert-rules/alert-rule.resource.js';

export const ALERT_STATUSES = ['open', 'acknowledged', 'resolved'] as const;
export const RESOLUTIONS = ['true_positive', 'false_positive', 'benign'] as const;

class AlertTriggered {
  @Id('alr', { description: 'The alert.' }) alert_id: string;
  @Id('rul', { description: 'Rule of the alert.' }) rule_id: string;
  @Text({ example: 'Many refused attempts from one address: 203.0.113.7', description: 'Title of the alert.' })
  title: string;
  @Choice(['info', 'low', 'medium', 'high', 'critical'], { description: 'Severity.' }) severity: string;
  @Int({ min: 1, example: 20, description: 'Number of entries of the audit log.' }) event_count: number;
}

const ANY_OTHER = (status: string) => ALERT_STATUSES.filter((other) => other !== status);

/** An alert raised by a rule from the audit log (D-GRD-9). */
export const alerts = defineResource(ALERTS, {
  idPrefix: 'alr',
  feed: { within: ['rule_id'] },
  states: Object.fromEntries(ALERT_STATUSES.map((status) => [status, ANY_OTHER(status)])),
  events: { triggered: AlertTriggered },
  userColumns: ['assignee_id'],
  notices: [
    { kind: 'alert', on: ['triggered'], admins: true },
    { kind: 'assignment', on: ['created', 'updated'], to: ['assignee_id'] },
  ],
});
