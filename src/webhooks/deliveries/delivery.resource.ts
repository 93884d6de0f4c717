import { defineResource } from '../../platform/resource/define.js';

/** What a test sends. Nobody can subscribe to it, and it is no event of the log. */
export const TEST_EVENT = 'webhooks.test';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export const TRIGGERS = ['automatic', 'manual'] as const;

/** Deliveries are reached through their webhook, whose visibility is theirs. */
export const deliveries = defineResource('webhooks.delivery', {
  idPrefix: 'dlv',
  countedBy: ['webhook_id', 'status', 'event_type'],
});
