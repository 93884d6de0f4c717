const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** Bytes in words: `1.4 MB`. */
export function sized(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: UNITS[step],
    unitDisplay: step ? 'short' : 'long',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
