import { allResources, eventTypes } from '../../platform/index.js';

/**
 * Whether the audit log can have such an action: a type of records and a verb, an event, or the beginning of one with `*`.
 * Verbs are those of routes and services, which no list has.
 */
export function isKnownAction(action: string): boolean {
  const known = [...allResources().values()].flatMap(({ type, auditedAs }) => [`${type}.`, `${auditedAs}.`]);
  if (action.endsWith('*')) {
    const start = action.slice(0, -1);
    return [...known, ...eventTypes().keys()].some((name) => name.startsWith(start) || start.startsWith(name));
  }
  return (
    eventTypes().has(action) ||
    known.some((name) => action.startsWith(name) && /^[a-z_]+$/.test(action.slice(name.length)))
  );
}
