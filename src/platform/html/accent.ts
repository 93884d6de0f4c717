/** A colour as `#` and six hexadecimal digits. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Contrast of text, by WCAG 2.2 at level AA. */
const READABLE = 4.5;

/**
 * The colour moved towards black on a light ground, or towards white on a dark one, as far as text in it can be read there. So
 * any accent colour suits links, and buttons whose text has the colour of the other ground.
 */
export function readableOn(ground: string, color: string): string {
  const towards = luminance(ground) > 0.5 ? '#000000' : '#ffffff';
  for (let part = 0; part < 1; part += 0.05) {
    const moved = mixed(color, towards, part);
    if (contrast(moved, ground) >= READABLE) return moved;
  }
  return towards;
}

/** `part`: 0 is the first colour, 1 the other one. */
export function mixed(color: string, other: string, part: number): string {
  const [from, to] = [channels(color), channels(other)];
  const sum = from.map((value, index) => Math.round(value + (to[index]! - value) * part));
  return `#${sum.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Between 1 (the same) and 21 (black and white). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Relative luminance: 0 is black, 1 is white. */
function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
