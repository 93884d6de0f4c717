import { conflictError, defineResource } from '../../platform/index.js';
import { webhookPaused } from '../webhooks/webhook.resource.js';

/** Event type of a test. It cannot be subscribed to and is not in the event log. */
export const TEST_EVENT = 'webhooks.test';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export const TRIGGERS = ['automatic', 'manual'] as const;

/**
 * Deliveries need the right to manage the webhook, because the response of a receiver may repeat an event that is hidden from
 * you.
 */
export const deliveries = defineResource('webhooks.delivery', {
  idPrefix: 'dlv',
  parent: { column: 'webhook_id', seenBy: 'writers' },
  errors: {
    paused: webhookPaused,
    purged: conflictError('The event has expired and is no longer kept.'),
  },
});
