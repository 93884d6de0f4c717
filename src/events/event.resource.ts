import { type App, defineResource } from '../platform/index.js';
import { mayRead, readableApps, typesOf } from './event-types.js';

/** Days for which events can be read and replayed. */
export const EVENT_RETENTION_DAYS = 30;

/** A domain event. You see the events of the apps that you may read, except events of records that are hidden from you or that a policy denies you. */
export const events = defineResource('webhooks.event', {
  idPrefix: 'evt',
  visible: (who) => {
    const typesIn = (apps: App[]) => typesOf(apps.map((app) => `${app}.*`)).filter(mayRead);
    const [whole, partly] = [true, false].map((admin) => readableApps(who).filter((app) => who.isAdmin(app) === admin));
    return [
      { type: typesIn(whole!) },
      ...(partly!.length ? [{ type: typesIn(partly!), private_to: ['', who.user_id] }] : []),
    ];
  },
});
