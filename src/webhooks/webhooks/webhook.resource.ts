import { adminApps, readableApps } from '../../events/index.js';
import { conflictError, defineResource } from '../../platform/resource/define.js';

/** What a test sends. Nobody can subscribe to it, and it is no event of the log. */
export const TEST_EVENT = 'webhooks.test';

export const WEBHOOK_STATUSES = ['active', 'paused'] as const;

/** Why a webhook is paused: by hand, because every delivery failed for days, or because the receiver answered 410. */
export const PAUSED_REASONS = ['manual', 'failing', 'gone'] as const;

/**
 * Webhooks reach across apps: who may read all the apps of a webhook's events may see and manage it, unless it gets
 * events that would be hidden from him.
 */
export const webhooks = defineResource('webhooks.webhook', {
  idPrefix: 'wh',
  states: { active: ['paused'], paused: ['active'] },
  errors: {
    paused: conflictError('The webhook is paused: set status to active first.'),
    purged: conflictError('The event is not kept any more.'),
    tooMany: conflictError('A workspace has at most 50 webhooks.'),
  },
  userColumns: ['created_by'],
  secret: ['secret', 'previous_secret'],
  visible: (who) => [{ apps: { within: readableApps(who) } }],
  writable: (who) => [{ sees_private: { within: adminApps(who) } }],
});
