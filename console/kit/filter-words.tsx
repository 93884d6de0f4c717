import type { ReactNode } from 'react';
import { type Comparisons, type FilterField, periodIn, periodInWords, periodsOf, valuesOf } from './filter-fields.js';
import { here } from './locale.js';
import { NameOf } from './named.js';
import { useFirstWeekday, useToday, useZone } from './week.js';
import { dayInWords } from './days.js';
import { worded } from './words.js';
import { plural, t } from './language.js';
import { rich } from './rich.js';

/** More values than these are counted. */
const MAX_VALUES = 3;

const OPERATORS: Record<string, string> = {
  gt: t('over'),
  gte: t('from'),
  lt: t('under'),
  lte: t('up to'),
  not: t('not'),
  starts: t('begins with'),
  none: t('none of'),
  all: t('all of'),
};

/** The values of a filter in words, for its chip: `Open, Won`, `10,000 to 50,000`, `This month`. */
export function InWords({ field, comparisons }: { field: FilterField; comparisons: Comparisons }) {
  const usual = periodsOf(useToday(), useFirstWeekday());
  const zone = useZone();
  const { kind, any: none = t('any') } = field;
  const { empty, ...others } = comparisons;
  if (empty !== undefined) return <>{empty === 'true' ? t('None') : t('Any')}</>;
  if (!Object.keys(others).length) return <>{none === t('Any') ? t('any') : none}</>;
  if (kind === 'date' || kind === 'time') return <>{periodInWords(periodIn(kind, others, zone), usual)}</>;
  const one = (value: string): ReactNode => oneInWords(field, value);
  const values = valuesOf(others);
  if (values.length > MAX_VALUES) return plural(values.length, '{count} value', '{count} values');
  if (values.length)
    return <>{values.map((value, index) => [index > 0 && ', ', <span key={value}>{one(value)}</span>])}</>;
  if (others['gte'] && others['lte']) {
    return rich('{from} to {to}', { from: one(others['gte']), to: one(others['lte']) });
  }
  return (
    <>
      {Object.entries(others).map(([operator, value], index) => (
        <span key={operator}>
          {index > 0 && ', '}
          {OPERATORS[operator] ?? operator} {one(value)}
        </span>
      ))}
    </>
  );
}

function oneInWords({ kind, options, pick }: FilterField, value: string): ReactNode {
  const option = options?.find((each) => each.value === value);
  if (option) return option.label;
  if (pick) return <NameOf id={value} />;
  if (kind === 'number') return Number.isFinite(Number(value)) ? here.number(Number(value)) : value;
  if (kind === 'flag') return value === 'true' ? t('Yes') : t('No');
  if (kind === 'day') return /^\d{4}-\d\d-\d\d$/.test(value) ? dayInWords(value) : value;
  if (kind === 'instant') return value.replace('T', ' ');
  return kind === 'choice' ? worded(value) : value;
}
