import { expect, it } from 'vitest';
import { PERIOD, periodOf } from './period.js';

it.each([
  ['2026-07', '2026-07-01', '2026-07-31'],
  ['2026-12', '2026-12-01', '2026-12-31'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2026-Q1', '2026-01-01', '2026-03-31'],
  ['2026-Q4', '2026-10-01', '2026-12-31'],
  ['0026-Q2', '0026-04-01', '0026-06-30'],
  ['9999-12', '9999-12-01', '9999-12-31'],
])('%s is from %s to %s', (period, period_start, period_end) => {
  expect(periodOf(period)).toEqual({ period, period_start, period_end });
});

it.each(['2026', '2026-13', '2026-00', '2026-7', '2026-Q0', '2026-Q5', '2026-q1', '0000-01', ' 2026-07', '2026-07-01'])(
  '%j is no period',
  (text) => {
    expect(PERIOD.test(text)).toBe(false);
  },
);
