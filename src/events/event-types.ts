import { type App, APPS, type Credential, eventTypes, matchesType } from '../platform/index.js';

/** Whether this names event types: one of the catalogue, `<app>.*` for all of an app, or `*` for all there are. */
export const namesEvents = (pattern: string): boolean =>
  pattern === '*' || APPS.some((app) => pattern === `${app}.*`) || eventTypes().has(pattern);

/** The apps of the events that the patterns name. */
export const appsOf = (patterns: readonly string[]): App[] =>
  APPS.filter((app) => patterns.some((pattern) => pattern === '*' || pattern.startsWith(`${app}.`)));

/** Whether one of the patterns names this type. */
export const matchesAny = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => matchesType(pattern, type));

/** The types of the catalogue that the patterns name. */
export const typesOf = (patterns: readonly string[]): string[] =>
  [...eventTypes().keys()].filter((type) => matchesAny(patterns, type));

/** The apps that a credential may read. */
export const readableApps = (who: Credential): App[] => APPS.filter((app) => who.scopes.has(`${app}:read`));

/** The apps whose admin a credential acts for, so that nothing in them is hidden from it. */
export const adminApps = (who: Credential): App[] => APPS.filter((app) => who.isAdmin(app));
