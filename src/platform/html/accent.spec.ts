import { expect, it } from 'vitest';
import { contrast, mixed, readableOn } from './accent.js';

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(mixed('#000000', '#ffffff', 0.5)).toBe('#808080');
});

it('keeps a colour that can be read, and moves every other one as far as needed', () => {
  expect(readableOn('#ffffff', '#2750c4')).toBe('#2750c4');
  const levels = [0, 51, 102, 153, 204, 255].map((value) => value.toString(16).padStart(2, '0'));
  const colors = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)));
  for (const ground of ['#ffffff', '#f4f5f7', '#1b2029'])
    for (const color of colors) expect(contrast(readableOn(ground, color), ground), color).toBeGreaterThanOrEqual(4.5);
});
