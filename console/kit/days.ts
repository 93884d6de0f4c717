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

/** The first day of the week that a day is in; weeks begin on `first`, where 0 is Sunday. */
export function weekStart(day: string, first: number): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return later(day, -((weekday - first + 7) % 7));
}

/** The instant at which a day begins in a time zone: the first minute that is of this day there. */
export function startIn(timeZone: string, day: string): string {
  const minute = (count: number) => new Date(Date.parse(`${day}T00:00:00Z`) + count * 60_000);
  // No zone is further from UTC than this.
  let [before, from] = [-16 * 60, 16 * 60];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayIn(timeZone, minute(middle)) < day) before = middle;
    else from = middle;
  }
  return minute(from).toISOString();
}

const shown = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A day, which has no zone, as every screen shows it: `Jan 31, 2027`. */
export const dayInWords = (day: string): string => shown.format(new Date(`${day}T00:00:00Z`));
