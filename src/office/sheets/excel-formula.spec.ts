import { describe, expect, it } from 'vitest';
import { inExcel, missesTab } from './excel-formula.js';

const tabs = new Set(['DATA', "IT'S", 'Q1']);

describe('missesTab', () => {
  it.each([
    ['=Other!A1+1', true],
    [`=1+'It''s not'!A1`, true],
    [`=SUM(Data!A1,'It''s'!B2,A1)&"Other!A1"`, false],
    ['=[1]Other!A1', false],
  ])('says of %s: %s', (formula, misses) => {
    expect(missesTab(formula, tabs)).toBe(misses);
  });
});

describe('inExcel', () => {
  it.each([
    '1',
    '-1+ +2',
    'SUM(A1:B2,C:C,1:2,$A$1)',
    'SUM(1,,2)',
    'NOW()',
    '{1,2;-3,"a"}',
    'Data!A1&data!$B$2:Data!C3',
    `'It''s'!A1*2%`,
    `'Q1'!A:A`,
    'Data!#REF!+#N/A',
    'LET(x,1,x)',
    'A1#',
    '@A1',
    '(A1,B1)',
    '"a""b("&1.5E-3',
    'Rate*(1 + VAT)^-2',
    'IF(A1<>"",A1>=2,FALSE)',
    '1e3',
    'größe+_x1',
    'LAMBDA(x,x+1)(2)',
  ])('leaves %s as it is', (formula) => {
    expect(inExcel(`=${formula}`, tabs)).toBe(formula);
  });

  it.each([
    ['=SUM(A1:A1', 'SUM(A1:A1)'],
    ['=IF(1,SUM(2,3', 'IF(1,SUM(2,3))'],
    ['=SUM(A1,', 'SUM(A1,)'],
    ['=((1', '((1))'],
    ['=stdev.s(1)', '_xlfn.stdev.s(1)'],
    ['=SORT({2;1})', '_xlfn._xlws.SORT({2;1})'],
  ])('makes %s %s', (formula, text) => {
    expect(inExcel(formula, tabs)).toBe(text);
  });

  it.each([
    '=1 2',
    '=1,2',
    '=SUM(1))',
    '="abc',
    '=1+',
    '=(1+',
    '={1,2',
    '=()',
    '=A1:',
    '=Other!A1',
    '=Data!',
    '=[1]Data!A1',
    '=T[x]',
    '=1e',
    '=<1',
    '=SUM(1;2)',
    '=A1 B1',
    '=%',
    '={SUM(1}',
  ])('knows that Excel cannot read %s', (formula) => {
    expect(inExcel(formula, tabs)).toBeNull();
  });

  it('takes several areas for what a name stands for, and no name that is gone', () => {
    const areas = 'Data!$A$1,Data!$B$2';
    expect(inExcel(`=${areas}`, tabs, { isName: true })).toBe(areas);
    expect(inExcel('=Data!A1,', tabs, { isName: true })).toBeNull();
    expect(inExcel('=Rate*2', tabs, { gone: new Set(['RATE']) })).toBeNull();
    expect(inExcel('=Rate*2', tabs, { gone: new Set(['VAT']) })).toBe('Rate*2');
  });
});
