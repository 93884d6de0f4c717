import { defineResource } from '../../platform/index.js';
import { webhookPaused } from '../webhooks/webhook.resource.js';

/** Which events are sent again: those whose delivery failed, those that were never sent here, or both and the rest. */
export const SELECTIONS = ['failed', 'missed', 'all'] as const;

export const REPLAY_STATUSES = ['running', 'finished', 'cancelled'] as const;

export const replays = defineResource('webhooks.replay', {
  idPrefix: 'rpl',
  parent: { column: 'webhook_id' },
  errors: { paused: webhookPaused },
  states: { running: ['finished', 'cancelled'], finished: [], cancelled: [] },
});
