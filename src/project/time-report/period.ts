/** A month or a quarter of the calendar. */
export interface Period {
  /** `2026-07`, `2026-Q3` */
  period: string;
  /** Its first and its last day. */
  period_start: string;
  period_end: string;
}

export const PERIOD = /^(?!0000)(\d{4})-(0[1-9]|1[0-2]|Q[1-4])$/;

/** The days of a period that is written as `PERIOD` says. */
export function periodOf(period: string): Period {
  const [, year, part] = PERIOD.exec(period)!;
  const isQuarter = part!.startsWith('Q');
  const first = isQuarter ? (Number(part!.slice(1)) - 1) * 3 : Number(part) - 1;
  return {
    period,
    period_start: dayOf(Number(year), first, 1),
    // Day 0 is the last day of the previous month.
    period_end: dayOf(Number(year), first + (isQuarter ? 3 : 1), 0),
  };
}

function dayOf(year: number, month: number, day: number): string {
  const date = new Date(0);
  // Not Date.UTC, which maps 26 to 1926.
  date.setUTCFullYear(year, month, day);
  return date.toISOString().slice(0, 10);
}
