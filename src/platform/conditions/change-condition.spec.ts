import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors/api-error.js';
import { readChangeCondition } from './change-condition.js';
import type { ConditionFields } from './condition-field.js';

const fields: ConditionFields = {
  status: { kind: 'text', nullable: false, choices: ['open', 'won'] },
  value: { kind: 'number', nullable: true },
  tags: { kind: 'list', nullable: false },
};

const matches = (when: object, before: object | null, after: object | null) =>
  readChangeCondition(when, fields).matches(before, after);

function faults(when: object): string[] {
  try {
    readChangeCondition(when, fields);
    return [];
  } catch (error) {
    return (error as ApiError).details!.map(({ field, code }) => `${field} ${code}`);
  }
}

describe('a condition on a change', () => {
  it('asks for the record before, after, or both', () => {
    const [small, large] = [
      { status: 'open', value: 10 },
      { status: 'won', value: 99 },
    ];
    const after = { after: { value: { gte: 50 } } };
    expect([matches(after, small, large), matches(after, large, small)]).toEqual([true, false]);
    const both = { before: { status: 'open' }, ...after };
    expect([matches(both, small, large), matches(both, large, large)]).toEqual([true, false]);
  });

  it('does not match without the record that it asks for', () => {
    expect(matches({ before: {} }, null, { status: 'open' })).toBe(false);
    expect(matches({ after: {} }, { status: 'open' }, null)).toBe(false);
  });

  it('matches neither a comparison nor its not where the value is missing', () => {
    const record = { status: 'open', value: null, tags: [] };
    const before = (condition: object) => matches({ before: condition }, record, null);
    expect(before({ value: { gte: 10 } })).toBe(false);
    expect(before({ not: { value: { gte: 10 } } })).toBe(false);
    expect(before({ value: { not: 10 } })).toBe(false);
    expect(before({ not: { value: 1, status: 'won' } })).toBe(true);
    expect(before({ or: [{ value: 1 }, { status: 'open' }] })).toBe(true);
    expect(before({ value: { empty: true } })).toBe(true);
    expect(before({ tags: { none: ['a'] } })).toBe(true);
  });

  it('is refused with the path of its fault', () => {
    expect(faults({})).toEqual(['when required']);
    expect(faults({ later: {} })).toEqual(['when.later unknown_field']);
    expect(faults({ before: [] })).toEqual(['when.before invalid_type']);
    expect(faults({ after: { or: [{ worth: 1 }] } })).toEqual(['when.after.or[0].worth unknown_field']);
    expect(faults({ after: { value: { gte: 'x' } } })).toEqual(['when.after.value.gte invalid_type']);
  });
});
