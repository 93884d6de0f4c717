import {
  allResources,
  type App,
  apps,
  type Credential,
  currentContext,
  eventTypes,
  idField,
  matchesType,
  type PolicyTarget,
} from '../platform/index.js';

/** Whether a pattern is valid: an event type, `<app>.*`, or `*`. */
export const namesEvents = (pattern: string): boolean =>
  pattern === '*' || apps().some((app) => pattern === `${app}.*`) || eventTypes().has(pattern);

/** Apps of the matching events. */
export const appsOf = (patterns: readonly string[]): App[] =>
  apps().filter((app) => patterns.some((pattern) => pattern === '*' || pattern.startsWith(`${app}.`)));

export const matchesAny = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => matchesType(pattern, type));

/** All event types that match. */
export const typesOf = (patterns: readonly string[]): string[] =>
  [...eventTypes().keys()].filter((type) => matchesAny(patterns, type));

/** The kind of record that an event type is about, as policies name it. */
export function aboutOf(type: string): PolicyTarget {
  const [app, name] = type.split('.') as [App, string];
  return allResources().get(`${app}.${name}`) ?? { type: `${app}.${name}`, app, noun: name };
}

/** The type and id of the record that an event is about. */
export function recordOf({ type, payload }: { type: string; payload: Record<string, unknown> }) {
  const about = aboutOf(type);
  return [about.type, payload[idField(about)] as string | undefined] as const;
}

/** Whether no policy denies the caller all events of this type. */
export const mayRead = (type: string): boolean => !currentContext().restrictions?.deny(aboutOf(type), 'read');

/** The apps that a credential may read. */
export const readableApps = (who: Credential): App[] => apps().filter((app) => who.scopes.has(`${app}:read`));

/** Apps in which the credential has admin rights, so that no record is hidden from it. */
export const adminApps = (who: Credential): App[] => apps().filter((app) => who.isAdmin(app));
