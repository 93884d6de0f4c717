import { describe, expect, it } from 'vitest';
import { ConversionError } from './conversion.js';
import { fit, flagIn } from './convert.js';
import { dateIn, orderIn, timestampIn } from './dates.js';
import { addressesIn, listIn, personIn } from './names.js';
import { decimalSignIn, numberIn, secondsIn } from './numbers.js';

const UTC = { zone: 'UTC', dayFirst: true, decimalComma: false };
const BERLIN = { zone: 'Europe/Berlin', dayFirst: true, decimalComma: true };

describe('dates', () => {
  it.each([
    ['2026-05-04', '2026-05-04'],
    ['2026/5/4', '2026-05-04'],
    ['04.05.2026', '2026-05-04'],
    ['4.5.26', '2026-05-04'],
    ['04/05/2026', '2026-05-04'],
    ['04-05-2026', '2026-05-04'],
    ['04/May/26 10:00 AM', '2026-05-04'],
    ['May 4, 2026', '2026-05-04'],
    ['4. Mai 2026', '2026-05-04'],
    ['4 mai 2026', '2026-05-04'],
    ['Mon, 4th May 2026', '2026-05-04'],
    ['12. März 2026', '2026-03-12'],
    ['29.02.2028', '2028-02-29'],
    ['2026-05-04T23:30:00Z', '2026-05-04'],
    ['2026-05-04 23:30:00', '2026-05-04'],
  ])('%s', (text, date) => expect(dateIn(text, UTC)).toBe(date));

  it('have the month first where that is the order, but not between points', () => {
    const locale = { ...UTC, dayFirst: false };
    expect([dateIn('04/05/2026', locale), dateIn('04.05.2026', locale)]).toEqual(['2026-04-05', '2026-05-04']);
    expect([orderIn('13/05/2026'), orderIn('05/13/2026'), orderIn('05/06/2026'), orderIn('2026-05-13')]).toEqual([
      'day',
      'month',
      null,
      null,
    ]);
  });

  it('are those of the time zone where they are instants', () => {
    expect(dateIn('2026-05-04T23:30:00Z', BERLIN)).toBe('2026-05-05');
    expect(dateIn('Thu Jun 25 2026 22:00:00 GMT+0000 (GMT+00:00)', BERLIN)).toBe('2026-06-26');
  });

  it.each(['soon', '31.04.2026', '2026-13-01', '29.02.2027', '99', '12', '04/05/2026 25:00', '04/05/2026 13:00 PM'])(
    'refuses %s',
    (text) => expect(() => dateIn(text, UTC)).toThrow(ConversionError),
  );
});

describe('times', () => {
  it.each([
    ['2026-05-04T10:00:00Z', '2026-05-04T10:00:00.000Z'],
    ['2026-05-04T10:00:00+02:00', '2026-05-04T08:00:00.000Z'],
    ['2026-05-04T10:00:00-0330', '2026-05-04T13:30:00.000Z'],
    ['2026-05-04 10:00', '2026-05-04T08:00:00.000Z'],
    ['2026-01-04 10:00', '2026-01-04T09:00:00.000Z'],
    ['04/May/26 12:05 AM', '2026-05-03T22:05:00.000Z'],
    ['04/May/26 12:05 PM', '2026-05-04T10:05:00.000Z'],
    ['2026-05-04 10:00 UTC', '2026-05-04T10:00:00.000Z'],
    ['2026-05-04', '2026-05-03T22:00:00.000Z'],
    ['Wed May 13 2026 11:21:41 GMT+0000 (GMT+00:00)', '2026-05-13T11:21:41.000Z'],
    // On both sides of the changes of the clocks.
    ['2026-03-29 01:30', '2026-03-29T00:30:00.000Z'],
    ['2026-03-29 03:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25 04:00', '2026-10-25T03:00:00.000Z'],
  ])('%s', (text, time) => expect(timestampIn(text, BERLIN)).toBe(time));
});

describe('numbers', () => {
  it.each([
    ['1234', 1234],
    ['1.5', 1.5],
    ['.5', 0.5],
    ['12.500', 12.5],
    ['1,234.50', 1234.5],
    ['1,234', 1234],
    ['12,34,567.5', 1_234_567.5],
    ["1'234.50", 1234.5],
    ['$1,234.50', 1234.5],
    ['USD 12', 12],
    ['-3', -3],
  ])('with a point: %s', (text, number) => expect(numberIn(text, UTC)).toBe(number));

  it.each([
    ['1234', 1234],
    ['1,5', 1.5],
    ['12.500', 12_500],
    ['12.500,00', 12_500],
    ['1.234.567', 1_234_567],
    ['1 234,50 €', 1234.5],
    ['-3,25', -3.25],
  ])('with a comma: %s', (text, number) => expect(numberIn(text, BERLIN)).toBe(number));

  it.each(['', 'x', '1.2.3', '1e5', '--1', '.', '1,5', '1.234,50'])('are not read with a point: %j', (text) =>
    expect(() => numberIn(text, UTC)).toThrow(ConversionError),
  );

  it.each(['', '1.5', '1,234.50'])('are not read with a comma: %j', (text) =>
    expect(() => numberIn(text, BERLIN)).toThrow(ConversionError),
  );

  it('show the sign before their decimals', () =>
    expect(['12.500,00', '1,5', '1,234.5', '0.25', '12.500', '12,500', '12', 'x.y'].map(decimalSignIn)).toEqual([
      'comma',
      'comma',
      'point',
      'point',
      'either',
      'either',
      null,
      null,
    ]));
});

describe('durations', () => {
  it.each([
    ['01:30:00', 5400],
    ['1:30', 5400],
    ['100:00:05', 360_005],
    ['1h 30m', 5400],
    ['1h30', 5400],
    ['1h 30', 5400],
    ['1,5 Std.', 5400],
    ['1 Stunde und 30 Min.', 5400],
    ['2 hours, 5 minutes', 7500],
    ['2d', 57_600],
    ['1w 1d', 172_800],
    ['90', 90],
  ])('%s', (text, seconds) => expect(secondsIn(text, BERLIN)).toBe(seconds));

  it.each(['1h x', '1 fortnight', '2d 30', 'h', '1h30x'])('are refused where a part cannot be read: %s', (text) =>
    expect(() => secondsIn(text, UTC)).toThrow(ConversionError),
  );

  it('count hours where a plain number does', () =>
    expect([secondsIn('1,5', BERLIN, 'hours'), secondsIn('0.25', UTC, 'hours')]).toEqual([5400, 900]));
});

it('yes and no', () => {
  expect(['Yes', 'x', 'ja', 'TRUE'].map(flagIn)).toEqual([true, true, true, true]);
  expect(['No', '', 'nein', '0'].map(flagIn)).toEqual([false, false, false, false]);
  expect(() => flagIn('maybe')).toThrow(ConversionError);
});

it('lists', () => {
  expect(listIn('a, b;c\nd ,a')).toEqual(['a', 'b', 'c', 'd']);
  expect(listIn('["a;b","c"]')).toEqual(['a;b', 'c']);
  expect(listIn('[draft], x')).toEqual(['[draft]', 'x']);
  expect(listIn('Friends ::: * myContacts')).toEqual(['Friends']);
});

it('people and addresses', () => {
  expect(personIn('Ada Lovelace <ada@example.com>')).toEqual({ person: 'ada@example.com', email: 'ada@example.com' });
  expect(personIn(' Ada Lovelace ')).toEqual({ person: 'Ada Lovelace' });
  expect(personIn('Unassigned')).toBeNull();
  expect(addressesIn('a@b.de; "C" <c@d.org>, a@b.de')).toEqual(['a@b.de', 'c@d.org']);
});

it('cuts what is too long, and says so', () => {
  expect(fit('short', 'title', { type: 'text', max: 10 })).toEqual({ value: 'short', warning: '' });
  expect(fit('😀😀😀', 'title', { type: 'text', max: 2 })).toMatchObject({
    value: '😀😀',
    warning: expect.stringContaining('3'),
  });
  expect(fit(['abc', 'abd', 'x'], 'labels', { type: 'list', max: 2, maxItems: 5 })).toMatchObject({
    value: ['ab', 'x'],
  });
});
