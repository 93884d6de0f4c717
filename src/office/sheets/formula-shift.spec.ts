import { expect, it } from 'vitest';
import { shifted } from './formula-shift.js';

it.each([
  ['A1*2', 'B3*2'],
  ['$A1+A$1+$A$1', '$A3+B$1+$A$1'],
  ['SUM(A1:B2,Sheet2!C3)', 'SUM(B3:C4,Sheet2!D5)'],
  [`'A1 tab'!A1&"A1 ""B2"""`, `'A1 tab'!B3&"A1 ""B2"""`],
  ['SUM(A:C)+SUM($A:B)+SUM(2:3)+SUM($2:$3)', 'SUM(B:D)+SUM($A:C)+SUM(4:5)+SUM($2:$3)'],
  ['LOG10(A1)+ATAN2(1,2)+a1_name+x.A1', 'LOG10(B3)+ATAN2(1,2)+a1_name+x.A1'],
  ['XFD1', '#REF!'],
  ['A1048575', '#REF!'],
  ['1+2', '1+2'],
  ['Q1!A1', 'Q1!B3'],
])('%s, two down and one to the right, is %s', (formula, copy) => {
  expect(shifted(formula, 2, 1)).toBe(copy);
});

it('moves up and to the left too', () => {
  expect(shifted('C3+$C$3', -2, -2)).toBe('A1+$C$3');
  expect(shifted('A1', -1, 0)).toBe('#REF!');
});

it('takes every word once, however long it is', () => {
  const word = 'a'.repeat(200_000);
  expect(shifted(`${word}+A1+${word}:A1+A:B+Sum(C:D)+Tab!A1:B2`, 1, 1)).toBe(
    `${word}+B2+${word}:B2+B:C+Sum(D:E)+Tab!B2:C3`,
  );
});
