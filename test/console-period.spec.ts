import { describe, expect, it } from 'vitest';
import { dayIn, startIn } from '../console/kit/days.js';
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

it.each([
  ['UTC', '2026-06-30', '2026-06-30T00:00:00.000Z'],
  ['Europe/London', '2026-07-01', '2026-06-30T23:00:00.000Z'],
  ['Pacific/Auckland', '2026-01-01', '2025-12-31T11:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z'],
  // The clock goes from 23:59 to 1:00.
  ['America/Asuncion', '2023-10-01', '2023-10-01T04:00:00.000Z'],
])('in %s %s begins at %s', (zone, day, at) => {
  expect(startIn(zone, day)).toBe(at);
});
