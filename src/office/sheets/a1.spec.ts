import { describe, expect, it } from 'vitest';
import { columnName, MAX_ROWS, parseRange, printRange, quoteTab } from './a1.js';

const range = (text: string) => {
  const { tab, top, left, bottom, right, isCell } = parseRange(text);
  return [tab, top, left, bottom, right, ...(isCell ? ['cell'] : [])];
};

describe('parseRange', () => {
  it.each([
    ['A1', null, 1, 1, 1, 1, 'cell'],
    ['c10', null, 10, 3, 10, 3, 'cell'],
    ['$C$10', null, 10, 3, 10, 3, 'cell'],
    ['$C10', null, 10, 3, 10, 3, 'cell'],
    ['C$10', null, 10, 3, 10, 3, 'cell'],
    ['XFD1048576', null, 1_048_576, 16_384, 1_048_576, 16_384, 'cell'],
    ['A1:A1', null, 1, 1, 1, 1],
    ['A1:C10', null, 1, 1, 10, 3],
    ['a1:$c$10', null, 1, 1, 10, 3],
    ['C10:A1', null, 1, 1, 10, 3],
    ['A10:C1', null, 1, 1, 10, 3],
    ['A:C', null, 1, 1, null, 3],
    ['C:A', null, 1, 1, null, 3],
    ['$A:$A', null, 1, 1, null, 1],
    ['2:5', null, 2, 1, 5, null],
    ['$5:$2', null, 2, 1, 5, null],
    ['A2:C', null, 2, 1, null, 3],
    ['C:A2', null, 2, 1, null, 3],
    ['B2:5', null, 2, 2, 5, null],
    ['Sheet1!A1', 'Sheet1', 1, 1, 1, 1, 'cell'],
    ['Sheet1!A:C', 'Sheet1', 1, 1, null, 3],
    ['Sheet1!2:5', 'Sheet1', 2, 1, 5, null],
    [`'My tab'!A1`, 'My tab', 1, 1, 1, 1, 'cell'],
    [`'My ''tab'''!A1:B2`, `My 'tab'`, 1, 1, 2, 2],
    [`'a!b'!A1`, 'a!b', 1, 1, 1, 1, 'cell'],
    ['My tab!A1', 'My tab', 1, 1, 1, 1, 'cell'],
    ['Übersicht!A1', 'Übersicht', 1, 1, 1, 1, 'cell'],
    ['Sheet1', 'Sheet1', 1, 1, null, null],
    ['Data', 'Data', 1, 1, null, null],
    ['Plan2026', 'Plan2026', 1, 1, null, null],
    [`'My tab'`, 'My tab', 1, 1, null, null],
    [`'A1'`, 'A1', 1, 1, null, null],
    ['7', '7', 1, 1, null, null],
  ])('%s', (text, ...expected) => {
    expect(range(text)).toEqual(expected);
  });

  it.each([
    'A1:',
    ':A1',
    ':',
    'A1:B2:C3',
    'A:5',
    '5:A',
    'A0',
    'A01:B2',
    '0:5',
    'A1 :B2',
    ' A1:B2',
    '$:B2',
    'A$:B2',
    '$$A1:B2',
    'Sheet1!',
    '!A1',
    '!',
    `'Sheet1!A1`,
    `''!A1`,
    `'It's'!A1`,
    'Sheet1!A',
    'Sheet1!5',
    'Sheet1!A1:',
    'Sheet1!A1B',
    'A1:ß2',
    `'Sheet1'A1`,
    `'Sheet1'!`,
    'A-1:B2',
    'A1,B2:C3',
    'A1:B2.5',
    'A1:B1e3',
    'R1C1:R2C2',
  ])('refuses %s', (text) => {
    expect(() => parseRange(text)).toThrow(
      expect.objectContaining({
        status: 400,
        details: [expect.objectContaining({ field: 'range', code: 'invalid_format' })],
      }),
    );
  });

  it.each(['XFE1', 'A1048577', 'A1:XFE1', 'A:ZZZZZ', '1:1048577', 'A1:A999999999', 'Sheet1!AAAA1'])(
    'refuses %s, which lies beyond the largest sheet',
    (text) => {
      expect(() => parseRange(text)).toThrow(
        expect.objectContaining({ details: [expect.objectContaining({ field: 'range', code: 'out_of_range' })] }),
      );
    },
  );
});

describe('printRange', () => {
  it.each([
    ['Sheet1', [1, 1, 1, 1], 'Sheet1!A1'],
    ['Sheet1', [1, 1, 10, 3], 'Sheet1!A1:C10'],
    ['My tab', [2, 27, 3, 28], `'My tab'!AA2:AB3`],
    [`It's`, [1, 1, 1, 1], `'It''s'!A1`],
    ['Sheet1', [MAX_ROWS, 16_384, MAX_ROWS, 16_384], 'Sheet1!XFD1048576'],
  ])('of %s and %j is %s', (tab, [top, left, bottom, right], text) => {
    expect(printRange(tab, { top: top!, left: left!, bottom: bottom!, right: right! })).toBe(text);
  });

  it('is read back as it was', () => {
    for (const tab of [
      'Sheet1',
      'A1',
      'r1c1',
      'R',
      'TRUE',
      'a!b',
      `'`,
      `a''b`,
      'ä ö',
      '7',
      '1a',
      'a.b',
      'a-b',
      '!',
      '日本',
    ]) {
      const area = { top: 3, left: 2, bottom: 9, right: 702 };
      expect(parseRange(printRange(tab, area))).toEqual({ ...area, tab, isCell: false });
      expect(parseRange(quoteTab(tab)).tab).toBe(tab);
    }
  });
});

it('names columns', () => {
  expect([1, 26, 27, 52, 53, 702, 703, 16_384].map(columnName)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ]);
});
