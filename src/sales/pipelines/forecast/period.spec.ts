import { describe, expect, it } from 'vitest';
import { periodOf, quarterOf } from './period.js';

describe('a period', () => {
  it.each([
    ['2026-Q1', '2026-01-01', '2026-03-31'],
    ['2026-Q3', '2026-07-01', '2026-09-30'],
    ['2026-Q4', '2026-10-01', '2026-12-31'],
    ['2028-02', '2028-02-01', '2028-02-29'],
    ['2100-02', '2100-02-01', '2100-02-28'],
    ['2026-12', '2026-12-01', '2026-12-31'],
    ['2026', '2026-01-01', '2026-12-31'],
    ['0001', '0001-01-01', '0001-12-31'],
    ['9999-Q4', '9999-10-01', '9999-12-31'],
  ])('%s is %s to %s', (period, start, end) => {
    expect(periodOf(period)).toEqual({ period, start, end });
  });

  it.each([
    '2026-Q5',
    '2026-Q0',
    '2026-13',
    '2026-00',
    '26',
    '2026-q1',
    '2026-1',
    '0000',
    '+2026',
    'this',
    '2026-Q',
    '',
  ])('%j is refused', (period) =>
    expect(() => periodOf(period)).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ field: 'period' })] }),
    ),
  );
});

it.each([
  ['2026-01-01T', '2026-Q1'],
  ['2026-03-31T', '2026-Q1'],
  ['2026-04-01T', '2026-Q2'],
  ['2026-12-31T', '2026-Q4'],
])('%s is in the quarter %s', (time, quarter) => expect(quarterOf(time)).toBe(quarter));
