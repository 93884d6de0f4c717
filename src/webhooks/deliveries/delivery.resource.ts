import { conflictError, defineResource } from '../../platform/index.js';
import { webhookPaused } from '../webhooks/webhook.resource.js';

/** The type of a test's event. Nobody can subscribe to it, and it is not in the event log. */
export const TEST_EVENT = 'webhooks.test';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export const TRIGGERS = ['automatic', 'manual'] as const;

/**
 * An answer of a receiver may repeat what it was sent. So a webhook with events that are hidden from you, which you may not
 * change, shows you no deliveries either.
 */
export const deliveries = defineResource('webhooks.delivery', {
  idPrefix: 'dlv',
  parent: { column: 'webhook_id', seenBy: 'writers' },
  errors: {
    paused: webhookPaused,
    purged: conflictError('The event has expired and is no longer kept.'),
  },
});
