import type { PayloadClass } from './platform/events/catalogue.js';
import { Choice, FreeObject, Id, Int, Text } from './platform/index.js';

class AlertTriggered {
  @Id('alr', { description: 'The alert.' }) alert_id: string;
  @Id('rul', { description: 'The rule that it comes from.' }) rule_id: string;
  @Text({ example: '20 denials from one address within an hour', description: 'What it says.' }) title: string;
  @Choice(['info', 'low', 'medium', 'high', 'critical'], { description: 'How bad it is.' }) severity: string;
  @Int({ min: 1, example: 20, description: 'How many events it stands for.' }) event_count: number;
}

/**
 * Events of resources that are yet to come, by resource, so that webhooks can subscribe to them early. A resource that
 * arrives takes its entry along: `defineResource` declares its events from then on, and a test insists.
 */
export const UPCOMING_EVENTS: Record<string, Record<string, PayloadClass>> = {
  'guard.alert': { triggered: AlertTriggered },
};
