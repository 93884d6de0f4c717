import initEngine, { Model } from '@ironcalc/wasm';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { textOf, typed } from './cell.js';
import { GENERAL } from './number-format.js';

let model: Model;
beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('@ironcalc/wasm/wasm_bg.wasm');
  await initEngine({ module_or_path: await readFile(file) });
  model = new Model('test', 'en', 'UTC', 'en');
});

/** The engine's reading of an input: content, shown text, number format. */
function byEngine(input: string) {
  model.rangeClearAll(0, 1, 1, 1, 1);
  model.setUserInput(0, 1, 1, input);
  return {
    text: model.getFormattedCellValue(0, 1, 1),
    format: model.getCellStyle(0, 1, 1).style.num_fmt,
    type: model.getCellType(0, 1, 1),
  };
}

describe('typed', () => {
  it.each([
    '1',
    '0',
    '-5',
    '+5',
    '0.1',
    '.5',
    '5.',
    '007',
    '1e3',
    '1.5E-7',
    '2E+2',
    '1,234',
    '1,234.5',
    '-1,234.56',
    '12,34',
    '1,2345',
    '1234567,890',
    '50%',
    '5 %',
    '12.5%',
    '-3%',
    '1,000%',
    '$5',
    '$1,234.50',
    '-$5',
    '-$5.25',
    '$-5',
    '$ 5',
    '5$',
    '5€',
    '€5',
    '€1,000.00',
    '5.5€',
    ' 5 ',
    'true',
    'FALSE',
    'True',
    'truth',
    '2026-01-31',
    '2026-1-5',
    '1900-03-01',
    '9999-12-31',
    '2026-02-30',
    '2026-13-01',
    '#N/A',
    '#div/0!',
    '#foo',
    'hello',
    `'007`,
    `'=A1`,
    `''`,
    '1.2.3',
    '1 2',
    '(5)',
    '12:30',
    '5%%',
    '$',
    '%',
    '$5€',
    '1e',
    'e5',
    '0x10',
    'NaN',
    'Infinity',
    '1_000',
    '١',
    '-',
    '=',
  ])('reads %j as the engine does', (input) => {
    const cell = typed(input);
    const type = cell.isError ? 16 : { number: 1, string: 2, boolean: 4 }[typeof cell.value as 'number'];
    expect({ text: textOf(cell), format: cell.format ?? GENERAL, type }).toEqual(byEngine(input));
  });

  it('takes what begins with = as a formula, and keeps it as it is', () => {
    expect(typed('= sum( a1:a2 )')).toEqual({ value: '', formula: '= sum( a1:a2 )' });
  });

  it('keeps numbers exactly', () => {
    expect(typed('0.30000000000000004').value).toBe(0.1 + 0.2);
    expect(typed('1,234.5').value).toBe(1234.5);
    expect(typed('12.5%').value).toBe(0.125);
    expect(typed('2026-01-31').value).toBe(46_053);
  });

  it('leaves alone what only looks like a date or a number of other lands', () => {
    for (const text of ['31.01.2026', '1.234,5', '1/31/2026', '2/3', '1e999', '0001-01-01', '0099-12-31'])
      expect(typed(text)).toEqual({ value: text });
  });
});
