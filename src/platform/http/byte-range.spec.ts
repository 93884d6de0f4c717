import { describe, expect, it } from 'vitest';
import { rangeOf } from './byte-range.js';

const asked = (range: string, method = 'GET', condition?: string) =>
  rangeOf({ method, headers: { range, 'if-range': condition } }, 2_500_000, '"a"');

describe('a range of a file', () => {
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=1000-2000', 1000, 2001],
    ['bytes=2400000-', 2_400_000, 2_500_000],
    ['bytes=-10', 2_499_990, 2_500_000],
    ['bytes=-9999999', 0, 2_500_000],
    ['BYTES=5-6', 5, 7],
    ['bytes=2499999-9999999', 2_499_999, 2_500_000],
  ])('%s is from byte %i up to byte %i', (range, start, end) => {
    expect(asked(range)).toEqual({ start, end: end - 1 });
  });

  it.each(['bytes=0-1,5-6', 'lines=1-2', 'bytes=x', 'bytes=-', 'bytes=6-5', 'bytes=1.5-3'])(
    '%s is all of it',
    (range) => {
      expect(asked(range)).toBeNull();
    },
  );

  it.each(['bytes=2500000-', 'bytes=-0'])('%s is nothing of it', (range) => {
    expect(asked(range)).toBe('unsatisfiable');
  });

  it('is all of it for HEAD, and where the file is another one than before', () => {
    expect([asked('bytes=0-0', 'HEAD'), asked('bytes=0-0', 'GET', '"b"')]).toEqual([null, null]);
    expect(asked('bytes=0-0', 'GET', '"a"')).toEqual({ start: 0, end: 0 });
  });
});
