import { eventTypes, matchesType } from '../platform/events/catalogue.js';
import { APPS, type App } from '../platform/security/credential.js';

/** Whether a webhook may name this: a type of the catalogue, `<app>.*` for all of an app, or `*` for all there are. */
export const isSubscribable = (pattern: string): boolean =>
  pattern === '*' || APPS.some((app) => pattern === `${app}.*`) || eventTypes().has(pattern);

/** The apps whose events a webhook gets. */
export const appsOf = (events: readonly string[]): App[] =>
  APPS.filter((app) => events.some((pattern) => pattern === '*' || pattern.startsWith(`${app}.`)));

/** Whether a webhook for `events` gets an event of this type. */
export const subscribes = (events: readonly string[], type: string): boolean =>
  events.some((pattern) => matchesType(pattern, type));
