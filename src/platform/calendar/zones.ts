/**
 * Days in time zones (D-RUN-10). Days are `YYYY-MM-DD`, zones IANA names; the rules of zones are those of Node, so that every
 * process and every query counts by the same ones. Days outside of years 1 to 9999 do not exist here.
 */

const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
/** Formatters take tens of kilobytes each, and names of zones may have any capitals. */
const MAX_FORMATS = 1_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether Node knows this time zone. */
export function isTimeZone(zone: unknown): boolean {
  try {
    return typeof zone === 'string' && Boolean(formatOf(zone));
  } catch {
    return false;
  }
}

/** The day of an instant (ISO 8601, or milliseconds since 1970) in a zone. */
export const dayIn = (zone: string, at: string | number): string => dayOf(wallClock(zone, new Date(at).getTime()));

/**
 * The instant (ISO 8601) of a local time, such as `08:00` or `08:00:59`. The earlier one of a time that exists twice, because
 * the clocks are set back; a time that they skip is as much later as they are set forward.
 */
export function instantIn(zone: string, day: string, time = '00:00'): string {
  const wall = Date.parse(`${day}T${time}Z`);
  // No zone changes its clocks twice within two days.
  const [before, after] = [offsetAt(zone, wall - DAY_MS), offsetAt(zone, wall + DAY_MS)];
  const possible = [wall - before, wall - after].filter((at) => at + offsetAt(zone, at) === wall);
  const at = possible.length ? Math.min(...possible) : wall - before;
  return new Date(Math.min(Math.max(at, FIRST_MS), LAST_MS)).toISOString();
}

/** Adds days to a day; null beyond the supported calendar. */
export function daysLater(day: string, days: number): string | null {
  const at = Date.parse(day) + days * DAY_MS;
  return at >= FIRST_MS && at <= LAST_MS ? dayOf(at) : null;
}

/** Days from the first day to the second. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS);

/** The last day of a month, from 1 to 12. */
export function lastDayOf(year: number, month: number): string {
  const at = new Date(0);
  // Not Date.UTC, which maps 26 to 1926. Day 0 is the last one of the previous month.
  return dayOf(at.setUTCFullYear(year, month, 0));
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The difference to UTC in milliseconds. */
const offsetAt = (zone: string, at: number): number => wallClock(zone, at) - at;

/** The local time of an instant, as milliseconds that would be this time in UTC. */
function wallClock(zone: string, at: number): number {
  const whole = Math.floor(at / 1000) * 1000;
  const parts: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(whole)) parts[type] = value;
  const { year, month, day, hour, minute, second, era } = parts;
  const wall = new Date(0);
  wall.setUTCFullYear(era === 'BC' ? 1 - Number(year) : Number(year), Number(month) - 1, Number(day));
  return wall.setUTCHours(Number(hour), Number(minute), Number(second), at - whole);
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const number = 'numeric';
    const fields = { year: number, month: number, day: number, hour: number, minute: number, second: number } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', era: 'short', ...fields });
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(zone, format);
  }
  return format;
}
