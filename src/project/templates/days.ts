const DAY_MS = 86_400_000;

/** The date so many days later, or null where it is beyond the calendar of the API. */
export function daysLater(date: string, days: number): string | null {
  const later = new Date(Date.parse(date) + days * DAY_MS);
  return later.getUTCFullYear() >= 1 && later.getUTCFullYear() <= 9999 ? later.toISOString().slice(0, 10) : null;
}

/** How many days the second date comes after the first one. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS);
