import type { Summary } from './summary.js';

/** Records of the reader's choice, with their titles. */
export const FAVOURITES = '/v1/favourites';

/** The parts of an event that say what changed. */
export interface Change {
  type: string;
  payload: Readonly<Record<string, unknown>>;
}

/** Lists that every event adds to. */
const OF_ALL_EVENTS = new Set(['/v1/events', '/v1/guard/audit-logs']);
/** Answers about a record of any app. */
const OF_ANY_APP = new Set(['/v1/changes/{id}']);

/** `sales.deal` and `updated` of `sales.deal.updated`. */
export const partsOf = (type: string): { resource: string; verb: string } => {
  const end = type.lastIndexOf('.');
  return { resource: type.slice(0, end), verb: type.slice(end + 1) };
};

/** The id of the record that an event is about. */
export const idOf = ({ type, payload }: Change): unknown => payload[`${type.split('.')[1]}_id`];

/**
 * Whether an event may have changed an answer of the API, which is known by its path and path parameters. An event names its
 * record and the records above it by their ids. So it concerns what is read by one of these ids, and the lists of their types.
 */
export function concerns(
  { resources }: Pick<Summary, 'resources'>,
  { type, payload }: Change,
  [path, names]: readonly unknown[],
): boolean {
  const resource = resources[path as string];
  if (resource === undefined) return false;
  if (OF_ALL_EVENTS.has(path as string)) return true;
  const [app, noun] = resource.split('.');
  if (app !== type.split('.')[0] && !OF_ANY_APP.has(path as string)) return false;
  const given = typeof names === 'string' ? [names] : Object.values(names ?? {});
  if (given.length) return Object.values(payload).some((value) => given.includes(value));
  return resource === partsOf(type).resource || `${noun}_id` in payload;
}
