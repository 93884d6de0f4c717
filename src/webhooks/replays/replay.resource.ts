import { defineResource } from '../../platform/index.js';
import { webhookPaused } from '../webhooks/webhook.resource.js';

/** Events to replay: those whose delivery failed, those without a delivery to this webhook, or all. */
export const SELECTIONS = ['failed', 'missed', 'all'] as const;

export const REPLAY_STATUSES = ['running', 'finished', 'cancelled'] as const;

export const replays = defineResource('webhooks.replay', {
  idPrefix: 'rpl',
  parent: { column: 'webhook_id' },
  errors: { paused: webhookPaused },
  states: { running: ['finished', 'cancelled'], finished: [], cancelled: [] },
});
