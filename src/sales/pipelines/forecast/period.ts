import { invalidField } from '../../../platform/index.js';

export interface Period {
  period: string;
  /** Its first and its last day. */
  start: string;
  end: string;
}

const PERIOD = /^(\d{4})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/;

/** The quarter of a time in UTC. */
export function quarterOf(now: string): string {
  return `${now.slice(0, 4)}-Q${Math.ceil(Number(now.slice(5, 7)) / 3)}`;
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
  const pad = (value: number) => String(value).padStart(2, '0');
  const days = new Date(Date.UTC(2000 + (Number(year) % 400), last, 0)).getUTCDate();
  return { period: text, start: `${year}-${pad(first)}-01`, end: `${year}-${pad(last)}-${days}` };
}
