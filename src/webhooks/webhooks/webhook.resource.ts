import { adminApps, readableApps } from '../../events/index.js';
import { conflictError, defineResource } from '../../platform/index.js';

export const WEBHOOK_STATUSES = ['active', 'paused'] as const;

/**
 * Why a webhook is paused: by hand, because every delivery failed for days, because the receiver answered 410, or because its
 * maker lost the right to read what it sends.
 */
export const PAUSED_REASONS = ['manual', 'failing', 'gone', 'maker'] as const;

/** A webhook is failing when nothing but failures came of so many attempts over so many hours (D-WH-4). */
export const FAILING = { attempts: 10, hours: 120 };

/** The refusal of a paused webhook. */
export const webhookPaused = conflictError('The webhook is paused. Set status to active first.');

/**
 * Webhooks reach across apps: you see one if you may read all the apps of its events, and manage it unless it gets events
 * that are hidden from you.
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
