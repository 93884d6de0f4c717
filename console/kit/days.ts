const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of an instant in a time zone, such as `2026-11-24`. */
export function dayIn(timeZone: string, at: Date | string = new Date()): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(new Date(at));
}

const DAY_MS = 86_400_000;

/** A day so many days later. */
export const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const shown = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A day, which has no zone, as every screen shows it: `Jan 31, 2027`. */
export const dayInWords = (day: string): string => shown.format(new Date(`${day}T00:00:00Z`));
