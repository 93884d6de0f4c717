/** Periods of a forecast, as the API calls them: `2026-Q3`, `2026-09`, `2026`. */
export type PeriodKind = 'month' | 'quarter' | 'year';

export const kindOf = (period: string): PeriodKind =>
  period.includes('Q') ? 'quarter' : period.includes('-') ? 'month' : 'year';

/** The period of a kind in which a day is (`2026-11-24`). */
export function periodOf(kind: PeriodKind, day: string): string {
  const [year, month] = day.split('-') as [string, string];
  if (kind === 'year') return year;
  return kind === 'month' ? `${year}-${month}` : `${year}-Q${Math.ceil(Number(month) / 3)}`;
}

/** The first day of a period. */
export function startOf(period: string): string {
  const [year, part = '01'] = period.split('-') as [string, string?];
  const month = part.startsWith('Q') ? String(Number(part[1]) * 3 - 2).padStart(2, '0') : part;
  return `${year}-${month}-01`;
}

const MONTHS: Record<PeriodKind, number> = { month: 1, quarter: 3, year: 12 };

/** The period so many of its kind later, or earlier. */
export function shifted(period: string, by: number): string {
  const kind = kindOf(period);
  const [year, month] = startOf(period).split('-').map(Number) as [number, number];
  const at = new Date(Date.UTC(year, month - 1 + by * MONTHS[kind], 1));
  return periodOf(kind, at.toISOString().slice(0, 10));
}

const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `2026-09` → `September 2026`, `2026-Q3` → `Q3 2026`. */
export function periodInWords(period: string): string {
  if (kindOf(period) === 'month') return month.format(new Date(`${startOf(period)}T00:00:00Z`));
  const [year, quarter] = period.split('-');
  return quarter ? `${quarter} ${year}` : year!;
}
