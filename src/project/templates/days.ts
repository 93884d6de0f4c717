const DAY_MS = 86_400_000;

/** Adds days to a date; null beyond the supported calendar. */
export function daysLater(date: string, days: number): string | null {
  const later = new Date(Date.parse(date) + days * DAY_MS);
  return later.getUTCFullYear() >= 1 && later.getUTCFullYear() <= 9999 ? later.toISOString().slice(0, 10) : null;
}

/** Days from the first date to the second. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS);
