import { RRuleTemporal } from 'rrule-temporal';

/** Supported parts of RFC 5545 rules (days only). The library checks that they are consistent. */
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

/** Maximum iterations of a rule; one without a date until then (such as 30 February) never has one. */
const MAX_STEPS = 1_000;

/** Validates the syntax of a rule; each part at most once. */
export function isRule(text: string): boolean {
  const parts = text.split(';').map((part) => part.split('='));
  const names = parts.map(([name]) => name!);
  return (
    names.includes('FREQ') &&
    new Set(names).size === names.length &&
    parts.every(([name, value = '', ...rest]) => !rest.length && hasForm(name!, value))
  );
}

/** BY… parts are lists. */
function hasForm(name: string, value: string): boolean {
  const form = PARTS.get(name);
  const items = name.startsWith('BY') ? value.split(',') : [value];
  return form !== undefined && items.every((item) => form.test(item));
}

/** Next day of a rule, which starts at `begins`, after a day; null if none. Days are YYYY-MM-DD. */
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
    // Contradictory parts, too many iterations, or the end of the calendar.
    return null;
  }
}
