/** The next larger of 1, 2 and 5 times a power of ten, so that an axis has round numbers; counts need no fractions. */
export function niceStep(at: number): number {
  if (at <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(at));
  return [1, 2, 5, 10].find((times) => times * power >= at)! * power;
}
