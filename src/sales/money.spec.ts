import { describe, expect, it } from 'vitest';
import { ExactSum } from './money.js';

const shown = (...parts: [text: string, percent?: number][]) => {
  const sum = new ExactSum();
  for (const [text, percent] of parts) sum.add(text, percent);
  return JSON.stringify(sum.shown);
};

describe('an exact sum', () => {
  it.each([
    [[], '0'],
    [['0.10', '0.20'], '0.3'],
    [['1', '2.5'], '3.5'],
    [['999999999999.99', '0.01'], '1000000000000'],
    [Array(11).fill('999999999999.99'), '10999999999999.89'],
    [Array(1003).fill('999999999999.99'), '1002999999999989.97'],
  ])('of amounts is their sum', (texts, result) => {
    expect(shown(...texts.map((text): [string] => [text]))).toBe(result);
  });

  it.each([
    ['0.01', 50, '0'],
    ['0.03', 50, '0.02'],
    ['0.05', 50, '0.02'],
    ['0.07', 50, '0.04'],
    ['0.05', 51, '0.03'],
    ['0.05', 49, '0.02'],
    ['10.00', 33, '3.3'],
    ['999999999999.99', 99, '989999999999.99'],
    ['12.34', 0, '0'],
    ['12.34', 100, '12.34'],
  ])('%s at %i per cent is rounded to the even cent: %s', (text, percent, result) => {
    expect(shown([text, percent])).toBe(result);
  });

  it('of a million of the largest amounts has every cent', () => {
    const sum = new ExactSum();
    for (let n = 0; n < 1_000_000; n++) sum.add('999999999999.99');
    expect(JSON.stringify(sum.shown)).toBe('999999999999990000.00');
  });

  it('is rounded once', () => {
    expect(shown(['0.01', 50], ['0.01', 50], ['0.01', 50])).toBe('0.02');
  });
});
