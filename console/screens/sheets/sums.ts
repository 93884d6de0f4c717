export interface Sums {
  sum: number;
  average: number;
  /** Of the numbers; texts and empty cells do not count. */
  count: number;
}

/** Sum, average and count of the numbers among these values; null if there are none. */
export function sumsOf(values: readonly (readonly unknown[])[]): Sums | null {
  let [sum, count] = [0, 0];
  for (const row of values)
    for (const value of row)
      if (typeof value === 'number') {
        sum += value;
        count++;
      }
  return count ? { sum, count, average: sum / count } : null;
}
