import { invalid } from '../errors/api-error.js';
import type { ConditionFields } from './condition-field.js';
import { readCondition } from './read-condition.js';
import { RecordCondition } from './record-condition.js';

/**
 * A condition on a record before and after a change (D-REV-1): `{"before": {"status": "open"}, "after": {"value": {"gte": 10000}}}`.
 * Both parts are strict: a field without a value matches neither a comparison nor its `not`.
 */
export class ChangeCondition {
  constructor(
    readonly before: RecordCondition | null,
    readonly after: RecordCondition | null,
  ) {}

  /** Whether each part matches. A part whose record does not exist (before a creation, after a deletion) does not. */
  matches(before: object | null, after: object | null): boolean {
    return holds(this.before, before) && holds(this.after, after);
  }
}

const holds = (condition: RecordCondition | null, record: object | null): boolean =>
  condition === null || (record !== null && condition.matches(record));

const PARTS = ['before', 'after'];

/** Reads the condition from JSON. Throws one 400 that names a fault with its path, such as `when.after.value.gte`. */
export function readChangeCondition(source: object, fields: ConditionFields, path = 'when'): ChangeCondition {
  const given = Object.entries(source).filter(([, part]) => part !== undefined);
  const unknown = given.find(([name]) => !PARTS.includes(name));
  if (unknown)
    throw invalid([
      {
        field: `${path}.${unknown[0]}`,
        code: 'unknown_field',
        message: `${path} has the parts ${PARTS.join(' and ')}.`,
      },
    ]);
  if (!given.length)
    throw invalid([{ field: path, code: 'required', message: `${path} must have the part before or after.` }]);
  const parts = Object.fromEntries(
    given.map(([name, part]) => [name, new RecordCondition(readCondition(part, fields, `${path}.${name}`).root, true)]),
  );
  return new ChangeCondition(parts.before ?? null, parts.after ?? null);
}
