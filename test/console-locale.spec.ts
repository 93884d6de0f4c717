import { describe, expect, it } from 'vitest';
import { localeOf } from '../console/kit/locale.js';
import { moneyIn } from '../console/kit/money.js';
import { sized } from '../console/kit/size.js';
import { editedLocally, shownLocally, typedLocally } from '../console/screens/sheets/local.js';

const LANGUAGES = ['de', 'en', 'fr', 'de-CH', 'sv', 'hi', 'mr-u-nu-deva', 'pl', 'en-IN'];

/** Pseudo-random numbers, the same ones in each run. */
function* numbers(count: number): Generator<number> {
  let state = 40;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  for (let index = 0; index < count; index++) {
    const size = 10 ** Math.floor(next() * 15);
    const decimals = Math.floor(next() * 6);
    yield Number(((next() - 0.5) * size).toFixed(decimals));
  }
}

describe.each(LANGUAGES)('numbers, money and dates in %s', (language) => {
  const locale = localeOf(language);
  const money = moneyIn(language);

  it('are read as they were written', () => {
    for (const value of [0, 1, -1, 999, 1000, 12_345, 0.1, 0.1 + 0.2, 1e15, ...numbers(2000)])
      expect(locale.readNumber(locale.number(value)), locale.number(value)).toBe(value + 0);
  });

  it('are read as they were written without groups', () => {
    const plain = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 });
    for (const value of numbers(500)) expect(locale.readNumber(plain.format(value))).toBe(value + 0);
  });

  it('are read as amounts in any currency', () => {
    for (const currency of ['EUR', 'USD', 'SEK', 'CHF', 'INR', 'JPY'])
      for (const value of numbers(200)) {
        const cents = currency === 'JPY' ? Math.round(value) : Math.round(value * 100) / 100;
        const text = money(cents, currency);
        expect(locale.readNumber(text), text).toBe(cents + 0);
      }
  });

  it('show cents where there are any, and none otherwise', () => {
    const decimal = /\p{Nd}\D\p{Nd}{2}(?!\p{Nd})/u;
    expect(money(16.5, 'EUR')).toMatch(decimal);
    expect(money(16, 'EUR')).not.toMatch(decimal);
  });

  it('are read as days', () => {
    for (let day = 0; day < 20_000; day += 37) {
      const iso = new Date(day * 86_400_000).toISOString().slice(0, 10);
      expect(locale.readDate(locale.date(iso)), locale.date(iso)).toBe(iso);
      expect(locale.readDate(iso)).toBe(iso);
    }
  });
});

it.each([
  ['de', '17.500', 17_500],
  ['de', '9.600', 9600],
  ['de', '17.500,50 €', 17_500.5],
  ['de', '12,5', 12.5],
  // Neither a group of three nor a German decimal: two readings.
  ['de', '16.50', null],
  ['de', '1.5', null],
  ['en', '9,600', 9600],
  ['en', '77,500', 77_500],
  ['en', '77 500', 77_500],
  ['en', '€77500', 77_500],
  ['en', '-$77,500.25', -77_500.25],
  ['en', 'EUR 5', 5],
  ['en', '12,5', null],
  ['en', '1,2345', null],
  ['en', '1e3', 1000],
  ['fr', '77\u202f500,25', 77_500.25],
  ['fr', '12.5', 12.5],
  ['fr', '1.234', null],
  ['de-CH', "16'000.50", 16_000.5],
  ['de-CH', '16’000', 16_000],
  ['sv', '−16 000,5 kr', -16_000.5],
  ['hi', '12,34,567.8', 1_234_567.8],
  ['mr-u-nu-deva', '१२,३४५', 12_345],
  ['en', '', null],
  ['en', '.', null],
  ['en', 'much', null],
  ['en', '1 2', null],
  ['en', 'Infinity', null],
  ['en', '1e999', null],
  ['en', '1..5', null],
])('in %s, reads “%s” as %s', (language, typed, value) => {
  expect(localeOf(language).readNumber(typed)).toBe(value);
});

it.each([
  ['de', '31.1.2026', '2026-01-31'],
  ['de', '31.01.26', '2026-01-31'],
  ['en-US', '1/31/2026', '2026-01-31'],
  ['en-GB', '31/1/2026', '2026-01-31'],
  ['sv', '2026-1-31', '2026-01-31'],
  ['de', '30.2.2026', null],
  ['en-US', '31/1/2026', null],
  ['en', '1/2', null],
  ['en', '2026-02-30', null],
])('in %s, reads “%s” as the day %s', (language, typed, day) => {
  expect(localeOf(language).readDate(typed)).toBe(day);
});

describe('a spreadsheet', () => {
  const number = (raw: number, shown: string) => ({ raw, shown });

  it.each([
    ['de', '1.234,50 €', '1,234.50€'],
    ['de', '17.500', '17,500'],
    ['de', '12,5%', '12.5%'],
    ['de', '5', '5'],
    ['de', '31.1.2026', '2026-01-31'],
    ['de', '2026-01-31', '2026-01-31'],
    ['de', '16.50', "'16.50"],
    ['de', '=A1*1.5', '=A1*1.5'],
    ['de', "'1,5", "'1,5"],
    ['de', 'Hall 3', 'Hall 3'],
    ['de', '1e3', '1e3'],
    ['sv', '−16 000,5', '-16,000.5'],
    ['en', '1,234.50', '1,234.50'],
    ['en', '$1234.50', '$1234.50'],
    ['en', '12,34', '12,34'],
    ['en', '007', '007'],
    ['en', '', ''],
    ['en', '2026-1-5', '2026-1-5'],
  ])('in %s, takes “%s” as %s', (language, typed, entry) => {
    expect(typedLocally(typed, localeOf(language))).toBe(entry);
  });

  it.each(LANGUAGES)('in %s, takes numbers as it shows them', (language) => {
    const locale = localeOf(language);
    for (const shown of ['1,234.50', '0.07', '12.5%', '$1,234.50', '1234567.891', '-5', '$-5.25', '1,234,567'])
      expect(typedLocally(shownLocally(number(1, shown), locale), locale).replace(/(\D)-/, '-$1')).toBe(
        shown.replace(/(\D)-/, '-$1'),
      );
  });

  it('leaves texts alone that look like numbers', () => {
    expect(shownLocally({ raw: '1.10', shown: '1.10' }, localeOf('de'))).toBe('1.10');
    expect(editedLocally({ raw: 1234.5, shown: '1,234.50' }, localeOf('de'))).toBe('1234,5');
  });
});

it.each([
  [0, 'en', '0 bytes'],
  [1, 'en', '1 byte'],
  [1_440_000, 'en', '1.4 MB'],
  [1_440_000, 'de', '1,4 MB'],
  [999, 'fr', '999 bytes'],
  [14_400_000_000_000_000, 'de', '14.400 TB'],
])('%i bytes are written in %s as %s', (bytes, locale, text) => {
  expect(sized(bytes, locale)).toBe(text);
});
