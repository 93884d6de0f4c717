/** Latest timestamp in UTC. With an offset, a later one would need a five-digit year. */
const LAST_MILLISECOND = Date.parse('9999-12-31T23:59:59.999Z');

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i;

/** Whether a text is an ISO 8601 date-time with an offset. */
export const isMoment = (text: string): boolean =>
  timestamp.test(text) && isCalendarDate(text.slice(0, 10)) && Date.parse(text) <= LAST_MILLISECOND;

/** Whether a text is a date as YYYY-MM-DD. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && isCalendarDate(text);

function isCalendarDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && time >= Date.UTC(1, 0, 1);
}
