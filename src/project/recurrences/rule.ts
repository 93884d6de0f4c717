import { RRuleTemporal } from 'rrule-temporal';

/** The parts of RFC 5545 that say days. Whether they make sense together is for the library to say. */
const PARTS = new Map(
  Object.entries({
    FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
    INTERVAL: /^[1-9]\d{0,2}$/,
    COUNT: /^[1-9]\d{0,2}$/,
    UNTIL: /^\d{8}$/,
    BYDAY: /^([+-]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)$/,
    BYMONTHDAY: /^-?([1-9]|[12]\d|3[01])$/,
    BYMONTH: /^([1-9]|1[0-2])$/,
    BYYEARDAY: /^[+-]?[1-9]\d{0,2}$/,
    BYWEEKNO: /^-?([1-9]|[1-4]\d|5[0-3])$/,
    BYSETPOS: /^[+-]?[1-9]\d{0,2}$/,
    WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
  }),
);

/** Steps of a rule that are tried: one that has no date in so many, such as each 30th of February, never has. */
const MAX_STEPS = 1_000;

/** Whether a text has the parts of a rule, each once. */
export function isRule(text: string): boolean {
  const parts = text.split(';').map((part) => part.split('='));
  const names = parts.map(([name]) => name!);
  return (
    names.includes('FREQ') &&
    new Set(names).size === names.length &&
    parts.every(([name, value = '', ...rest]) => !rest.length && hasForm(name!, value))
  );
}

/** Parts by day, week, month and position are lists. */
function hasForm(name: string, value: string): boolean {
  const form = PARTS.get(name);
  const items = name.startsWith('BY') ? value.split(',') : [value];
  return form !== undefined && items.every((item) => form.test(item));
}

/** The first day of a rule that begins on a day, after another day; null where there is none. Days are YYYY-MM-DD. */
export function nextDay(rule: string, begins: string, after: string): string | null {
  try {
    const parsed = new RRuleTemporal({
      rruleString: `DTSTART;VALUE=DATE:${begins.replaceAll('-', '')}\nRRULE:${rule}`,
      strict: true,
      maxIterations: MAX_STEPS,
    });
    const found = parsed.next(new Date(`${after}T00:00:00Z`))?.toString();
    return found && /^\d{4}-/.test(found) ? found.slice(0, 10) : null;
  } catch {
    // Parts that contradict each other, no day in sight, or none before the end of the calendar.
    return null;
  }
}
