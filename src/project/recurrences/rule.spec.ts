import { describe, expect, it } from 'vitest';
import { isRule, nextDay } from './rule.js';

it.each([
  ['FREQ=DAILY', '2026-01-05', '2026-01-05', '2026-01-06'],
  ['FREQ=WEEKLY;BYDAY=MO,TH', '2026-01-05', '2026-01-05', '2026-01-08'],
  ['FREQ=WEEKLY;INTERVAL=2', '2026-01-05', '2026-01-20', '2026-02-02'],
  ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-01-31', '2026-01-31', '2026-03-31'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31', '2026-01-31', '2026-02-28'],
  ['FREQ=MONTHLY;BYDAY=-1FR', '2026-01-30', '2026-01-30', '2026-02-27'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-01-30', '2026-01-30', '2026-02-27'],
  ['FREQ=YEARLY', '2024-02-29', '2024-02-29', '2028-02-29'],
  ['FREQ=DAILY;COUNT=2', '2026-01-05', '2026-01-05', '2026-01-06'],
  ['FREQ=DAILY;COUNT=2', '2026-01-05', '2026-01-06', null],
  ['FREQ=DAILY;UNTIL=20260107', '2026-01-05', '2026-01-06', '2026-01-07'],
  ['FREQ=DAILY;UNTIL=20260107', '2026-01-05', '2026-01-07', null],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-05', '2026-01-05', null],
  ['FREQ=DAILY;COUNT=3;UNTIL=20260107', '2026-01-05', '2026-01-05', null],
  ['FREQ=YEARLY;INTERVAL=999', '9990-01-01', '9990-01-01', null],
])('%s from %s: after %s comes %s', (rule, begins, after, next) => {
  expect(isRule(rule)).toBe(true);
  expect(nextDay(rule, begins, after)).toBe(next);
});

describe('is no rule:', () => {
  it.each([
    '',
    'DAILY',
    'FREQ=HOURLY',
    'BYDAY=MO',
    'freq=DAILY',
    'RRULE:FREQ=DAILY',
    'FREQ=DAILY;',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=1000',
    'FREQ=DAILY;COUNT=-1',
    'FREQ=DAILY;BYDAY=XX',
    'FREQ=DAILY;BYHOUR=9',
    'FREQ=DAILY;BYMONTHDAY=32',
    'FREQ=DAILY;BYMONTH=13',
    'FREQ=DAILY;UNTIL=tomorrow',
    'FREQ=DAILY\nRDATE:20260101',
    'FREQ=DAILY;__proto__=1',
    'FREQ=DAILY;constructor=1',
  ])('%j', (text) => {
    expect(isRule(text)).toBe(false);
  });
});
