import { expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { read } from '../../platform/fields/reader.js';
import { printRange } from './a1.js';
import { WriteValues } from './sheet.dto.js';
import { rangeIn, within } from './tabs.js';
import { changesOf, extentOf } from './values.js';

const TAB = { name: 'T', rows: 100, columns: 20 };

it.each([
  [{ values: [['x']] }, ['range required']],
  [{ range: 'A1' }, ['values required']],
  [{ range: '', values: [] }, ['range required']],
  [{ range: 'A1:', values: [] }, ['range invalid_format']],
  [{ range: 'A1', values: 'x' }, ['values invalid_type']],
  [{ range: 'A1', values: ['x'] }, ['values[0] invalid_type']],
  [{ range: 'A1', values: [[1], [{}]] }, ['values[1][0] invalid_type']],
  [{ range: 'A1', values: [[1], [1, [1]]] }, ['values[1][1] invalid_type']],
  [{ range: 'A1', values: [['x'.repeat(32_768)]] }, ['values[0][0] too_long']],
  [{ range: 'A1', values: [[1]], value_input: 'typed' }, ['value_input invalid_value']],
])('%j is not written', async (body, expected) => {
  const write = async () => {
    const { range, values, value_input } = read(WriteValues, body);
    const area = within(rangeIn([TAB], range), TAB);
    extentOf(values);
    await changesOf(values, 0, area, value_input);
  };
  expect(await faultsOf(write)).toEqual(expected);
});

it.each([
  ['A:C', 'T!A1:C100'],
  ['2:5', 'T!A2:T5'],
  ['A2:C', 'T!A2:C100'],
  ['T', 'T!A1:T100'],
  ['c3:$A$1', 'T!A1:C3'],
  ['A1', 'T!A1'],
  ['A1:A1', 'T!A1'],
  ['A1:AZ200', 'T!A1:AZ200'],
  ['XFD1048576', 'T!XFD1048576'],
  ['A200:A', 'T!A200'],
])('%s is echoed as %s', (range, echoed) => {
  expect(printRange(TAB.name, within(rangeIn([TAB], range), TAB))).toBe(echoed);
});
