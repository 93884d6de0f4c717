import {
  allResources,
  type App,
  type PolicyTarget,
  APPS,
  type Credential,
  currentContext,
  eventTypes,
  idField,
  matchesType,
} from '../platform/index.js';

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

/** The records that events of a type are about, as far as policies name them. */
export function aboutOf(type: string): PolicyTarget {
  const [app, name] = type.split('.') as [App, string];
  return allResources().get(`${app}.${name}`) ?? { type: `${app}.${name}`, app, noun: name };
}

/** The type and id of the record that an event is about. */
export function recordOf({ type, payload }: { type: string; payload: Record<string, unknown> }) {
  const about = aboutOf(type);
  return [about.type, payload[idField(about)] as string | undefined] as const;
}

/** Whether no policy denies the caller to read all that events of this type are about. */
export const mayRead = (type: string): boolean => !currentContext().restrictions?.deny(aboutOf(type), 'read');

/** The apps that a credential may read. */
export const readableApps = (who: Credential): App[] => APPS.filter((app) => who.scopes.has(`${app}:read`));

/** The apps whose admin a credential acts for, so that nothing in them is hidden from it. */
export const adminApps = (who: Credential): App[] => APPS.filter((app) => who.isAdmin(app));
