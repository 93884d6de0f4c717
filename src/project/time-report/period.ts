import { lastDayOf } from '../../platform/index.js';

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
  const first = isQuarter ? Number(part!.slice(1)) * 3 - 2 : Number(part);
  return {
    period,
    period_start: `${year}-${String(first).padStart(2, '0')}-01`,
    period_end: lastDayOf(Number(year), isQuarter ? first + 2 : first),
  };
}
