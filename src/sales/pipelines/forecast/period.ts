import { invalidField, lastDayOf } from '../../../platform/index.js';

export interface Period {
  period: string;
  /** Its first and its last day. */
  start: string;
  end: string;
}

const PERIOD = /^(\d{4})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/;

/** The quarter of a day. */
export function quarterOf(day: string): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** Reads `2026-Q3`, `2026-09` or `2026`; anything else is a 400. */
export function periodOf(text: string): Period {
  const [, year, quarter, month] = PERIOD.exec(text) ?? [];
  if (year === undefined || year === '0000')
    throw invalidField(
      'period',
      'invalid_format',
      'period must be a quarter such as 2026-Q3, a month such as 2026-09 or a year such as 2026.',
    );
  const first = quarter ? Number(quarter) * 3 - 2 : Number(month ?? 1);
  const last = quarter ? first + 2 : Number(month ?? 12);
  const start = `${year}-${String(first).padStart(2, '0')}-01`;
  return { period: text, start, end: lastDayOf(Number(year), last) };
}
