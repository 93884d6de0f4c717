import type { PayloadClass } from './platform/events/catalogue.js';
import { Choice, FreeObject, Id, Int, Money, Text } from './platform/index.js';

class AlertTriggered {
  @Id('alr', { description: 'The alert.' }) alert_id: string;
  @Id('rul', { description: 'The rule that it comes from.' }) rule_id: string;
  @Text({ example: '20 denials from one address within an hour', description: 'What it says.' }) title: string;
  @Choice(['info', 'low', 'medium', 'high', 'critical'], { description: 'How bad it is.' }) severity: string;
  @Int({ min: 1, example: 20, description: 'How many events it stands for.' }) event_count: number;
}

class DealWon {
  @Id('deal', { description: 'The deal.' }) deal_id: string;
  @Text({ example: 'Website for Acme', description: 'What it is called.' }) title: string;
  @Money({ example: 12_500, description: 'What it is worth.' }) value: number;
}

class DealLost extends DealWon {
  @Text({ max: 500, nullable: true, example: 'No budget this year', description: 'Why it was lost.' }) close_reason:
    string | null;
}

class DealStageChanged extends DealWon {
  @Id('pip', { description: 'The pipeline that the deal is in.' }) pipeline_id: string;
  @Id('stg', { description: 'The stage before.' }) from_stage_id: string;
  @Id('stg', { description: 'The stage after.' }) to_stage_id: string;
}

/**
 * Events of resources that are yet to come, by resource, so that webhooks can subscribe to them early. A resource that
 * arrives takes its entry along: `defineResource` declares its events from then on, and a test insists.
 */
export const UPCOMING_EVENTS: Record<string, Record<string, PayloadClass>> = {
  'guard.alert': { triggered: AlertTriggered },
  'sales.deal': { stage_changed: DealStageChanged, won: DealWon, lost: DealLost },
};
