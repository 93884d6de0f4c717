import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors/api-error.js';
import type { ConditionFields } from './condition-field.js';
import { readComparisons, readCondition } from './read-condition.js';

const fields: ConditionFields = {
  title: { kind: 'text', nullable: false },
  status: { kind: 'text', nullable: false, choices: ['open', 'won', 'lost'] },
  owner_id: { kind: 'text', nullable: true, idPrefix: 'usr' },
  value: { kind: 'number', nullable: false },
  priority: { kind: 'number', nullable: true, range: [-(2 ** 31), 2 ** 31 - 1] },
  due: { kind: 'date', nullable: true },
  created_at: { kind: 'time', nullable: false },
  billable: { kind: 'flag', nullable: false },
  tags: { kind: 'list', nullable: false },
};

const faults = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError) return error.details!.map(({ field, code }) => `${field} ${code}`);
    throw error;
  }
  return [];
};
const where = (source: unknown) => faults(() => readCondition(source, fields));
const matches = (source: unknown, record: object) => readCondition(source, fields).matches(record);

describe('a condition', () => {
  it.each([
    [{}, {}, true],
    [{ status: 'open' }, { status: 'open' }, true],
    [{ status: { in: ['open', 'won'] } }, { status: 'lost' }, false],
    [{ status: { not: 'open' } }, { status: 'won' }, true],
    [{ owner_id: { not: 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x' } }, { owner_id: null }, true],
    [{ not: { priority: { gte: 3 } } }, { priority: null }, true],
    [{ priority: { gte: 3 } }, { priority: null }, false],
    [{ priority: { empty: true } }, { priority: null }, true],
    [{ title: { empty: true } }, { title: '' }, true],
    [{ tags: { empty: false } }, { tags: [] }, false],
    [{ value: { gt: 10, lte: 20 } }, { value: 20 }, true],
    [{ value: { gt: 10, lte: 20 } }, { value: 10 }, false],
    [{ title: { starts: 'A' } }, { title: 'aa' }, false],
    [{ title: { starts: 'A_%' } }, { title: 'A_%b' }, true],
    [{ tags: 'a' }, { tags: ['b', 'a'] }, true],
    [{ tags: { all: ['a', 'b'] } }, { tags: ['a'] }, false],
    [{ tags: { none: ['a'] } }, { tags: [] }, true],
    [
      { or: [{ status: 'won' }, { value: { gte: 5 }, billable: true }] },
      { status: 'open', value: 5, billable: true },
      true,
    ],
    [{ created_at: { lt: '2026-01-01T01:00:00+01:00' } }, { created_at: '2025-12-31T23:59:59.999Z' }, true],
    [{ created_at: { lt: '2026-01-01T01:00:00+01:00' } }, { created_at: '2026-01-01T00:00:00.000Z' }, false],
    [{ due: { gte: '2026-01-31' } }, { due: '2026-01-31' }, true],
  ])('%j of %j is %s', (source, record, expected) => {
    expect(matches(source, record)).toBe(expected);
  });

  it.each([
    ['no object', [], ['where invalid_type']],
    ['null', null, ['where invalid_type']],
    ['an unknown field', { nope: 1 }, ['where.nope unknown_field']],
    ['a field of every object', { constructor: 1, __proto__: 1 }, ['where.constructor unknown_field']],
    ['an unknown operator', { value: { above: 1 } }, ['where.value.above invalid_value']],
    ['an operator of another kind', { title: { gte: 'a' } }, ['where.title.gte invalid_value']],
    ['an operator for one in a list', { tags: { eq: 'a' } }, ['where.tags.eq invalid_value']],
    ['no operator', { value: {} }, ['where.value required']],
    ['a number as a text', { value: '5' }, ['where.value invalid_type']],
    ['a number too large for its column', { priority: 2 ** 31 }, ['where.priority out_of_range']],
    ['a number with decimals for a whole one', { priority: 1.5 }, ['where.priority invalid_type']],
    ['null as a value', { priority: null }, ['where.priority invalid_type']],
    ['another choice', { status: { in: ['open', 'shut'] } }, ['where.status.in[1] invalid_value']],
    ['another kind of id', { owner_id: 'grp_01jz8k3m5n7p9q1r3s5t7v9w1x' }, ['where.owner_id invalid_format']],
    ['a day that does not exist', { due: { gte: '2026-02-30' } }, ['where.due.gte invalid_format']],
    ['a time without an offset', { created_at: { gt: '2026-01-01T00:00:00' } }, ['where.created_at.gt invalid_format']],
    ['a list for one value', { value: { eq: [1] } }, ['where.value.eq invalid_type']],
    ['one value for a list', { status: { in: 'open' } }, ['where.status.in invalid_type']],
    ['an empty list', { status: { in: [] } }, ['where.status.in invalid_type']],
    ['an empty or', { or: [] }, ['where.or invalid_type']],
    ['NUL', { title: 'a\0' }, ['where.title invalid_value']],
    ['half of a pair', { title: '\ud800' }, ['where.title invalid_value']],
    ['101 values', { title: { in: Array.from({ length: 101 }, String) } }, ['where.title.in too_many']],
    ['31 comparisons', { or: Array.from({ length: 31 }, () => ({ value: 1 })) }, ['where too_many']],
    ['five levels', { not: { not: { not: { not: { not: {} } } } } }, ['where.not.not.not.not.not too_many']],
    [
      'several faults',
      { value: 'a', or: [{}, { due: { lt: 1 } }] },
      ['where.value invalid_type', 'where.or[1].due.lt invalid_type'],
    ],
  ])('with %s is refused with its path', (_what, source, expected) => {
    expect(where(source)).toEqual(expected);
  });

  it('may have 30 comparisons, four levels, and 100 values as one comparison', () => {
    expect(where({ or: Array.from({ length: 30 }, () => ({ value: 1 })) })).toEqual([]);
    expect(where({ not: { or: [{ not: { or: [{ value: 1 }] } }] } })).toEqual([]);
    expect(where({ title: { in: Array.from({ length: 100 }, String) } })).toEqual([]);
  });
});

describe('comparisons of a query', () => {
  const read = (...all: [string, string, string][]) => readComparisons(all, fields);

  it('have the values that JSON would have', () => {
    const condition = read(
      ['status', 'in', 'open,won'],
      ['value', 'gte', '10.5'],
      ['billable', 'eq', 'true'],
      ['tags', 'empty', 'false'],
    );
    const record = { status: 'won', value: 10.5, billable: true, tags: ['a'] };
    expect(condition.matches(record)).toBe(true);
    expect(condition.matches({ ...record, value: 10.4 })).toBe(false);
    expect(condition.matches({ ...record, tags: [] })).toBe(false);
  });

  it('are refused by the names of their parameters', () => {
    expect(faults(() => read(['value', 'gte', '1e5'], ['nope', 'in', 'a'], ['status', 'like', 'a']))).toEqual([
      'value[gte] invalid_type',
      'nope[in] unknown_field',
      'status[like] invalid_value',
    ]);
  });
});
