import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatNumber, GENERAL, isDateFormat, serialOf } from './number-format.js';

const table = readFileSync(new URL('./number-format.table.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '))
  .map((line) => line.replaceAll('␣', ' ').split('\t') as [format: string, value: string, text: string]);

describe('formatNumber', () => {
  it('shows numbers as Excel does, in two hundred formats', () => {
    expect(new Set(table.map(([format]) => format)).size).toBeGreaterThan(200);
    const shown = table.map(([format, value]) => [format, value, formatNumber(Number(value), format)]);
    expect(shown).toEqual(table);
  });

  it('shows dates before March 1900 as what was typed in', () => {
    expect(formatNumber(serialOf(Date.UTC(1900, 0, 15)), 'yyyy-mm-dd')).toBe('1900-01-15');
  });

  it('shows as a number what is no date', () => {
    for (const value of [0, 0.5, -1, 2_958_466]) expect(formatNumber(value, 'm/d/yyyy')).toBe(String(value));
    expect(formatNumber(0.5, '[h]:mm')).toBe('12:00');
  });

  it('takes what is no format for none', () => {
    for (const format of ['0;0;0;0;0', '[', '__proto__', 'constructor', `"${'x'.repeat(300)}"0`])
      expect([format, formatNumber(1234.5, format)]).toEqual([format, '1234.5']);
  });

  it('keeps showing numbers when it has seen thousands of formats', () => {
    for (let index = 0; index < 12_000; index++) expect(formatNumber(2, `0"${index}"`)).toBe(`2${index}`);
    expect(formatNumber(1234.5, '#,##0.00')).toBe('1,234.50');
    expect(formatNumber(0.1 + 0.2, GENERAL)).toBe('0.3');
  });
});

it('tells dates from numbers', () => {
  for (const format of ['yyyy', '[$-407]d. mmmm yyyy;@', 'mm:ss.0', '[h]:mm', '[$-F800]', '[ENG][$-409]d-mmm'])
    expect([format, isDateFormat(format)]).toEqual([format, true]);
  for (const format of [GENERAL, '0', '#,##0.00 "days"', '[Red]0', '[$USD-409]0', '0_d', '\\d0', '[', '__proto__'])
    expect([format, isDateFormat(format)]).toEqual([format, false]);
});
