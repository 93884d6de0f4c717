import { defineResource } from '../../platform/resource/define.js';
import { readableApps, typesOf } from '../subscriptions.js';

/** What happened. Somebody sees the events of the apps that he may read. */
export const events = defineResource('webhooks.event', {
  idPrefix: 'evt',
  visible: (who) => [{ type: typesOf(readableApps(who).map((app) => `${app}.*`)) }],
});
