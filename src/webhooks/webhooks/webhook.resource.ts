import { adminApps, readableApps } from '../../events/index.js';
import { conflictError, defineResource } from '../../platform/index.js';

export const WEBHOOK_STATUSES = ['active', 'paused'] as const;

/**
 * Why a webhook is paused: by a user, after days of failures, after a 410, or because its creator lost the permission to read
 * its events.
 */
export const PAUSED_REASONS = ['manual', 'failing', 'gone', 'maker'] as const;

/** A webhook is failing after at least this many consecutive failures over at least this many hours (D-WH-4). */
export const FAILING = { attempts: 10, hours: 120 };

export const webhookPaused = conflictError('The webhook is paused. Set status to active first.');

/**
 * Webhooks span apps: you see one if you may read all apps of its events, and manage it unless it receives events that are
 * hidden from you.
 */
export const webhooks = defineResource('webhooks.webhook', {
  idPrefix: 'wh',
  searchable: ['url', 'description'],
  states: { active: ['paused'], paused: ['active'] },
  errors: {
    tooMany: conflictError('A workspace has at most 50 webhooks.'),
    noMaker: conflictError('The creator lost the permission for the webhook. An admin of its apps must take it over.'),
  },
  userColumns: ['created_by'],
  visible: (who) => [{ apps: { within: readableApps(who) } }],
  writable: (who) => [{ sees_private: { within: adminApps(who) } }],
});
