import { conflictError, defineResource } from '../platform/resource/define.js';
import { APPS, type App, type Credential } from '../platform/security/credential.js';

export const WEBHOOK_STATUSES = ['active', 'paused'] as const;

/** Why a webhook is paused: by hand, because every delivery failed for days, or because the receiver answered 410. */
export const PAUSED_REASONS = ['manual', 'failing', 'gone'] as const;

/** Webhooks reach across apps: who may read all the apps of a webhook's events may see and manage it. */
export const webhooks = defineResource('webhooks.webhook', {
  idPrefix: 'wh',
  states: { active: ['paused'], paused: ['active'] },
  errors: {
    tooMany: conflictError('A workspace has at most 50 webhooks.'),
  },
  secret: ['secret', 'previous_secret'],
  visible: (who) => [{ apps: { within: readableApps(who) } }],
});

const readableApps = (who: Credential): App[] => APPS.filter((app) => who.scopes.has(`${app}:read`));
