import { expect, it } from 'vitest';
import { niceStep } from '../console/kit/axis.js';

it.each([
  [0, 1],
  [0.3, 1],
  [1, 1],
  [3, 5],
  [25, 50],
  [51, 100],
  [100, 100],
  [1_300_000, 2_000_000],
])('the axis of a chart has steps of at least %d: %d', (at, step) => {
  expect(niceStep(at)).toBe(step);
});
