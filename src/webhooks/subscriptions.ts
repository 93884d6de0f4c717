import { currentContext } from '../platform/context/request-context.js';
import { forbidden } from '../platform/errors/api-error.js';
import { eventTypes, matchesType } from '../platform/events/catalogue.js';
import type { StoredEvent } from '../platform/events/event-listener.js';
import { APPS, type App, type Credential, type Scope } from '../platform/security/credential.js';

/** Whether a webhook may name this: a type of the catalogue, `<app>.*` for all of an app, or `*` for all there are. */
export const isSubscribable = (pattern: string): boolean =>
  pattern === '*' || APPS.some((app) => pattern === `${app}.*`) || eventTypes().has(pattern);

/** The apps whose events a webhook gets. */
export const appsOf = (events: readonly string[]): App[] =>
  APPS.filter((app) => events.some((pattern) => pattern === '*' || pattern.startsWith(`${app}.`)));

/** Whether a webhook for `events` gets an event of this type. */
export const subscribes = (events: readonly string[], type: string): boolean =>
  events.some((pattern) => matchesType(pattern, type));

/** The types of the catalogue that the patterns name. */
export const typesOf = (events: readonly string[]): string[] =>
  [...eventTypes().keys()].filter((type) => subscribes(events, type));

/** The apps that somebody may read. */
export const readableApps = (who: Credential): App[] => APPS.filter((app) => who.scopes.has(`${app}:read`));

/** The apps that somebody is admin of, so that nothing in them is hidden from him. */
export const adminApps = (who: Credential): App[] => APPS.filter((app) => who.isAdmin(app));

/** Whether a webhook gets an event: it wants the type, and the event may be told to whoever made the webhook. */
export const isFor = (
  { type, private_to }: Pick<StoredEvent, 'type' | 'private_to'>,
  { events, sees_private }: { events: readonly string[]; sees_private: readonly string[] },
): boolean => subscribes(events, type) && (!private_to || sees_private.includes(type.split('.')[0]!));

/** Throws 403 unless nothing of what a webhook gets, or once got, is hidden from the caller. */
export function mustSeeAll({ sees_private }: { sees_private: readonly string[] }): void {
  const { credential } = currentContext();
  const missing = sees_private.filter((app) => credential && !adminApps(credential).includes(app as App));
  if (missing.length) throw forbidden(`Some of these deliveries are for admins of ${missing.join(', ')} only.`);
}

/** Throws 403 unless the caller may read the apps of all these events (H12). */
export function mustRead(events: readonly string[]): void {
  const { credential } = currentContext();
  const missing = appsOf(events)
    .map((app): Scope => `${app}:read`)
    .filter((scope) => credential && !credential.scopes.has(scope));
  if (missing.length) throw forbidden(`These events need the scope ${missing.join(', ')}.`);
}
