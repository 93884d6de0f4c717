import { describe, expect, it } from 'vitest';
import { dayIn, daysBetween, daysLater, instantIn, isTimeZone, lastDayOf } from './zones.js';

/** Days whose clocks are changed: zone, day, its first instant, that of the next day, and 08:00. */
const CHANGES: [string, string, string, string, string][] = [
  ['Europe/Berlin', '2027-03-28', '2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z', '2027-03-28T06:00:00.000Z'],
  ['Europe/Berlin', '2027-10-31', '2027-10-30T22:00:00.000Z', '2027-10-31T23:00:00.000Z', '2027-10-31T07:00:00.000Z'],
  [
    'Pacific/Auckland',
    '2027-04-04',
    '2027-04-03T11:00:00.000Z',
    '2027-04-04T12:00:00.000Z',
    '2027-04-03T20:00:00.000Z',
  ],
  [
    'Pacific/Auckland',
    '2027-09-26',
    '2027-09-25T12:00:00.000Z',
    '2027-09-26T11:00:00.000Z',
    '2027-09-25T19:00:00.000Z',
  ],
  [
    'America/St_Johns',
    '2027-03-14',
    '2027-03-14T03:30:00.000Z',
    '2027-03-15T02:30:00.000Z',
    '2027-03-14T10:30:00.000Z',
  ],
  [
    'America/St_Johns',
    '2027-11-07',
    '2027-11-07T02:30:00.000Z',
    '2027-11-08T03:30:00.000Z',
    '2027-11-07T11:30:00.000Z',
  ],
];

describe.each(CHANGES)('in %s, %s', (zone, day, start, end, morning) => {
  it('begins and ends at midnight', () => {
    expect([instantIn(zone, day), instantIn(zone, daysLater(day, 1)!)]).toEqual([start, end]);
    expect(instantIn(zone, day, '08:00')).toBe(morning);
  });

  it('has its instants, and none of the days beside it', () => {
    const before = (at: string) => Date.parse(at) - 1;
    expect([before(start), start, before(end), end].map((at) => dayIn(zone, at))).toEqual([
      daysLater(day, -1),
      day,
      day,
      daysLater(day, 1),
    ]);
  });
});

it.each([
  ['Europe/Berlin', '2027-03-28', '02:30', '2027-03-28T01:30:00.000Z'],
  ['Pacific/Auckland', '2027-09-26', '02:30', '2027-09-25T14:30:00.000Z'],
  ['America/St_Johns', '2027-03-14', '02:30', '2027-03-14T06:00:00.000Z'],
  ['Australia/Lord_Howe', '2027-10-03', '02:15', '2027-10-02T15:45:00.000Z'],
  // Midnight itself, and a whole day.
  ['America/Santiago', '2027-09-05', '00:00', '2027-09-05T04:00:00.000Z'],
  ['Pacific/Apia', '2011-12-30', '08:00', '2011-12-30T18:00:00.000Z'],
])('in %s, %s %s does not exist, and is later by as much as is skipped', (zone, day, time, instant) => {
  expect(instantIn(zone, day, time)).toBe(instant);
});

it.each([
  ['Europe/Berlin', '2027-10-31', '02:30', '2027-10-31T00:30:00.000Z'],
  ['Pacific/Auckland', '2027-04-04', '02:30', '2027-04-03T13:30:00.000Z'],
  ['America/St_Johns', '2027-11-07', '01:30', '2027-11-07T04:00:00.000Z'],
  ['America/Havana', '2027-11-07', '00:00', '2027-11-07T04:00:00.000Z'],
])('in %s, %s %s exists twice, and is the earlier one', (zone, day, time, instant) => {
  expect(instantIn(zone, day, time)).toBe(instant);
});

it('keeps to the years that the API has', () => {
  expect(instantIn('Pacific/Auckland', '0001-01-01')).toBe('0001-01-01T00:00:00.000Z');
  expect(instantIn('America/St_Johns', '9999-12-31', '23:59')).toBe('9999-12-31T23:59:59.999Z');
  expect(instantIn('UTC', '0026-03-01')).toBe('0026-03-01T00:00:00.000Z');
  expect([daysLater('9999-12-31', 1), daysLater('0001-01-01', -1), daysLater('0001-01-01', 0)]).toEqual([
    null,
    null,
    '0001-01-01',
  ]);
});

it('knows the zones of IANA, in any capitals', () => {
  expect(['UTC', 'Europe/Berlin', 'america/st_johns'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['Europe/Atlantis', '', null, 7].map(isTimeZone)).toEqual([false, false, false, false]);
});

it('counts days whatever the clocks do', () => {
  expect([daysBetween('2027-03-27', '2027-03-29'), daysLater('2027-10-30', 2)]).toEqual([2, '2027-11-01']);
  expect([lastDayOf(2028, 2), lastDayOf(2100, 2), lastDayOf(26, 12)]).toEqual([
    '2028-02-29',
    '2100-02-28',
    '0026-12-31',
  ]);
});
