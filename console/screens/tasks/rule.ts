import { LANGUAGE } from '../../languages/index.js';
import { plural, t } from '../../kit/language.js';

/** Units of a rule that people can choose, by the frequency of RFC 5545. */
export const UNITS = { DAILY: t('day'), WEEKLY: t('week'), MONTHLY: t('month'), YEARLY: t('year') } as const;

export type Frequency = keyof typeof UNITS;

const EVERY: Record<Frequency, (count: number) => string> = {
  DAILY: (count) => plural(count, 'Every day', 'Every {count} days'),
  WEEKLY: (count) => plural(count, 'Every week', 'Every {count} weeks'),
  MONTHLY: (count) => plural(count, 'Every month', 'Every {count} months'),
  YEARLY: (count) => plural(count, 'Every year', 'Every {count} years'),
};

export const WEEKDAYS = {
  MO: t('Monday'),
  TU: t('Tuesday'),
  WE: t('Wednesday'),
  TH: t('Thursday'),
  FR: t('Friday'),
  SA: t('Saturday'),
  SU: t('Sunday'),
} as const;

type Weekday = keyof typeof WEEKDAYS;

/** The days of a week that begins on `first`, where 0 is Sunday: how rules call them, and their names. */
export function weekdaysFrom(first: number): [Weekday, string][] {
  const days = Object.entries(WEEKDAYS) as [Weekday, string][];
  const at = (first + 6) % 7;
  return [...days.slice(at), ...days.slice(0, at)];
}

/** A rule as the form has it. */
export interface Rule {
  frequency: Frequency;
  /** Every so many units, as it is typed. */
  interval: string;
  /** Of a weekly rule. */
  weekdays: string[];
  /** Of a monthly rule: its last day in place of the one that the due date has. */
  lastDay: boolean;
  /** The last day; empty: none. */
  until: string;
}

export const NEW_RULE: Rule = { frequency: 'WEEKLY', interval: '1', weekdays: [], lastDay: false, until: '' };

/** The rule in the notation of RFC 5545. */
export function writtenRule({ frequency, interval, weekdays, lastDay, until }: Rule): string {
  const inOrder = Object.keys(WEEKDAYS).filter((day) => weekdays.includes(day));
  return [
    `FREQ=${frequency}`,
    interval.trim() !== '1' && `INTERVAL=${interval.trim()}`,
    frequency === 'WEEKLY' && inOrder.length > 0 && `BYDAY=${inOrder.join()}`,
    frequency === 'MONTHLY' && lastDay && 'BYMONTHDAY=-1',
    until && `UNTIL=${until.replaceAll('-', '')}`,
  ]
    .filter(Boolean)
    .join(';');
}

/** Reads a rule for the form; null where it says more than the form can. */
export function readRule(text: string): Rule | null {
  const {
    FREQ,
    INTERVAL = '1',
    BYDAY,
    BYMONTHDAY,
    UNTIL,
    ...more
  } = Object.fromEntries(text.split(';').map((part) => part.split('=') as [string, string]));
  const weekdays = BYDAY?.split(',') ?? [];
  const simple =
    FREQ !== undefined &&
    FREQ in UNITS &&
    Object.keys(more).length === 0 &&
    weekdays.every((day) => day in WEEKDAYS) &&
    (BYDAY === undefined || FREQ === 'WEEKLY') &&
    (BYMONTHDAY === undefined || (FREQ === 'MONTHLY' && BYMONTHDAY === '-1'));
  const until = /^(\d{4})(\d\d)(\d\d)$/.exec(UNTIL ?? '');
  if (!simple || (UNTIL !== undefined && !until)) return null;
  return {
    frequency: FREQ as Frequency,
    interval: INTERVAL,
    weekdays,
    lastDay: BYMONTHDAY !== undefined,
    until: until ? until.slice(1).join('-') : '',
  };
}

const list = new Intl.ListFormat(LANGUAGE);

/** A rule in words: `Every 2 weeks on Monday and Friday`. A rule that has no such words is shown as it is. */
export function ruleInWords(text: string): string {
  const rule = readRule(text);
  if (!rule) return text;
  const { frequency, interval, weekdays, lastDay, until } = rule;
  return [
    EVERY[frequency](Number(interval)),
    weekdays.length && t('on {weekdays}', { weekdays: list.format(weekdays.map((day) => WEEKDAYS[day as Weekday])) }),
    lastDay && t('on its last day'),
    until && t('until {until}', { until }),
  ]
    .filter(Boolean)
    .join(' ');
}
