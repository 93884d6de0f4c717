import { describe, expect, it } from 'vitest';
import { dayIn } from '../console/kit/days.js';
import { periodInWords, periodOf, shifted } from '../console/screens/forecast/period.js';

describe('periods of the forecast', () => {
  it.each([
    ['2026-Q4', 1, '2027-Q1'],
    ['2026-Q1', -1, '2025-Q4'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026', 1, '2027'],
  ])('%s and %d is %s', (period, by, expected) => {
    expect(shifted(period, by)).toBe(expected);
  });

  it('are those of a day, which is another one elsewhere', () => {
    const late = new Date('2026-06-30T23:30:00Z');
    const days = ['UTC', 'Europe/London'].map((zone) => dayIn(zone, late));
    expect(days).toEqual(['2026-06-30', '2026-07-01']);
    expect(days.map((day) => periodOf('quarter', day))).toEqual(['2026-Q2', '2026-Q3']);
    expect([periodOf('month', days[0]!), periodOf('year', days[0]!)]).toEqual(['2026-06', '2026']);
  });

  it('are said in words', () => {
    expect(['2026-Q3', '2026'].map(periodInWords)).toEqual(['Q3 2026', '2026']);
  });
});
