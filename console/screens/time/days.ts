import { later } from '../../kit/days.js';
import { t } from '../../kit/language.js';

export { weekStart } from '../../kit/days.js';

/** The seven days of the week that begins then. */
export const weekFrom = (start: string): string[] => Array.from({ length: 7 }, (_, index) => later(start, index));

/** A day in words, whatever zone the reader is in. */
export const inWords = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Months and quarters to report on, the latest first: `2026-11`, `2026-Q4`. */
export function periodsUntil(day: string): { value: string; label: string }[] {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const months = Array.from({ length: 12 }, (_, back) => {
    const at = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
    return { value: at, label: inWords(`${at}-01`, { month: 'long', year: 'numeric' }) };
  });
  const quarters = Array.from({ length: 4 }, (_, back) => {
    const number = year * 4 + Math.floor((month - 1) / 3) - back;
    const [of, quarter] = [Math.floor(number / 4), (number % 4) + 1];
    return { value: `${of}-Q${quarter}`, label: t('Quarter {quarter} of {of}', { quarter, of }) };
  });
  return [...months, ...quarters];
}
