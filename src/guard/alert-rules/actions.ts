import { allResources, eventTypes } from '../../platform/index.js';

/**
 * Whether an action may occur in the audit log: record type and verb, an event, or a prefix with `*`. Verbs of routes and
 * services are not enumerable, so any verb is accepted.
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
