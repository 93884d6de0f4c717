import type { AskedField, AskedFields, Kind } from './asked-fields.js';
import { dayIn, dayInWords, later, startIn, weekStart } from './days.js';
import type { Filter } from './filter.js';
import { isNamed } from './named.js';
import { labelOf } from './schema/words.js';
import { worded } from './words.js';
import { t } from './language.js';

declare const ASKED_OF_BUILD: AskedFields;
/** The fields that the audit log shows, by type. */
declare const AUDITED_OF_BUILD: AskedFields;
/** The list of each type. */
declare const LISTS_OF_BUILD: Record<string, string>;

export interface Option {
  value: string;
  label: string;
}

/** A field that people can filter by: as the contract has it, with the words that the list has for it. */
export interface FilterField extends Omit<Filter, 'options' | 'type'> {
  /** `one`: a choice that has no comparisons; `day` and `instant`: one end of a period that has parameters of its own. */
  kind: Kind | 'one' | 'pick' | 'day' | 'instant';
  options?: readonly Option[];
  /** The list has a parameter of this name for one value. */
  plain: boolean;
  /** It can have comparisons. */
  compares: boolean;
  /** Another field says the same and more: it is shown where an address has it, and not offered. */
  superseded?: boolean;
}

/** These stand beside the button, not behind it. */
const BESIDE = ['q', 'sort'];
/** Sorting alone uses them. */
const HIDDEN = ['rank'];

const ID = /^[a-z]+_[0-9a-z]{26}$/;

const optionsOf = (options: Filter['options']): Option[] | undefined =>
  options?.map((each) => (typeof each === 'string' ? { value: each, label: worded(each) } : each));

/** The fields of a list: those that it has words for first, then the others of the contract. */
export function filterFieldsOf(path: string, filters: readonly Filter[], without: readonly string[] = []) {
  const asked = ASKED_OF_BUILD[path] ?? {};
  const own = filters
    .filter(({ name }) => !BESIDE.includes(name))
    .map(({ options, type, ...filter }): FilterField => {
      const field = asked[filter.name];
      const choices = optionsOf(options);
      const several =
        field && (!choices || choices.every(({ value }) => field.values?.includes(value) || ID.test(value)));
      // `tag` is the parameter of the field `tags`, with one value.
      const superseded = asked[`${filter.name}s`]?.kind === 'list';
      const shared = { ...filter, options: choices, plain: true, compares: Boolean(several), superseded };
      if (type === 'date') return { ...shared, kind: 'day' };
      if (type === 'datetime-local') return { ...shared, kind: 'instant' };
      if (choices) return { ...shared, kind: several ? 'choice' : 'one' };
      return { ...shared, kind: filter.pick ? 'pick' : (field?.kind ?? 'text') };
    });
  const named = new Set(own.map(({ name }) => name));
  const others = Object.entries(asked)
    .filter(
      ([name, { of }]) =>
        !named.has(name) && !without.includes(name) && !HIDDEN.includes(name) && (of === undefined || isNamed(of)),
    )
    .map(([name, field]): FilterField => fieldOf(name, field));
  return [...own, ...others];
}

/** The fields that a condition on records of all of these types may name. */
export function conditionFieldsOf(types: readonly string[]): FilterField[] {
  const [first, ...others] = types.map((type) => ASKED_OF_BUILD[LISTS_OF_BUILD[type] ?? ''] ?? {});
  return Object.entries(first ?? {})
    .filter(([name, { kind, of }]) => {
      const isShared = others.every((fields) => fields[name]?.kind === kind);
      return isShared && !HIDDEN.includes(name) && (of === undefined || isNamed(of));
    })
    .map(([name, field]) => fieldOf(name, field));
}

/** The fields that a condition on entries of the audit log may name, for the types of their records. */
export function auditedFieldsOf(isAbout: (type: string) => boolean): FilterField[] {
  const fields = new Map<string, AskedField>();
  for (const [type, own] of Object.entries(AUDITED_OF_BUILD)) {
    if (!isAbout(type)) continue;
    for (const [name, field] of Object.entries(own)) {
      const known = fields.get(name);
      // Where two types declare a field differently, the API knows no more than its kind.
      const isSame = !known || JSON.stringify(known) === JSON.stringify(field);
      fields.set(name, isSame ? field : { kind: known.kind === 'choice' ? 'text' : known.kind });
    }
  }
  const offered = [...fields].filter(([name, { of }]) => !HIDDEN.includes(name) && (of === undefined || isNamed(of)));
  return offered.map(([name, field]) => fieldOf(name, field));
}

function fieldOf(name: string, { kind, values, of }: AskedField): FilterField {
  const shared = { name, label: labelOf(name), plain: false, compares: true };
  if (values) return { ...shared, kind: 'choice', options: optionsOf(values) };
  if (of && kind === 'text') return { ...shared, kind: 'pick', pick: of };
  return { ...shared, kind, ...(of && { pick: of }) };
}

/** Comparisons of a field in an address: `''` is the value alone. */
export type Comparisons = Record<string, string>;

/** The condition on a field in an address. */
export function comparisonsOf(chosen: Record<string, string>, name: string): Comparisons {
  const found: Comparisons = {};
  for (const [key, value] of Object.entries(chosen)) {
    if (key === name) found[''] = value;
    else if (key.startsWith(`${name}[`)) found[key.slice(name.length + 1, -1)] = value;
  }
  return found;
}

/** The values that are let through, one or several. */
export const valuesOf = ({ '': one, eq, in: several, any }: Comparisons): string[] =>
  one !== undefined ? [one] : eq !== undefined ? [eq] : ((several ?? any)?.split(',') ?? []);

/** Writes comparisons of a field into an address, in place of those that are there. */
export function changesOf(name: string, before: Comparisons, after: Comparisons): Record<string, string> {
  const key = (operator: string) => (operator ? `${name}[${operator}]` : name);
  return Object.fromEntries([
    ...Object.keys(before).map((operator) => [key(operator), '']),
    ...Object.entries(after).map(([operator, value]) => [key(operator), value]),
  ]);
}

/** Comparisons by which a field has one of these values. */
export function withValues({ kind, plain }: FilterField, values: readonly string[]): Comparisons {
  if (!values.length) return {};
  if (kind === 'list') return { any: values.join(',') };
  return plain && values.length === 1 ? { '': values[0]! } : { in: values.join(',') };
}

/** The last day of the month of a day. */
const endOfMonth = (day: string) => later(`${later(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1);

export interface Period {
  label: string;
  from: string;
  to: string;
}

/** The periods that people ask for most, from a day on which a week begins on `first` (0: Sunday). */
export function periodsOf(today: string, first: number): Period[] {
  const week = weekStart(today, first);
  const month = `${today.slice(0, 7)}-01`;
  const next = later(endOfMonth(today), 1);
  const last = later(month, -1);
  return [
    { label: t('Today'), from: today, to: today },
    { label: t('This week'), from: week, to: later(week, 6) },
    { label: t('This month'), from: month, to: endOfMonth(today) },
    { label: t('Next month'), from: next, to: endOfMonth(next) },
    { label: t('Last month'), from: `${last.slice(0, 7)}-01`, to: last },
    { label: t('Before today'), from: '', to: later(today, -1) },
  ];
}

/** A period as comparisons. Times are those of the days of a zone. */
export function withPeriod(
  kind: FilterField['kind'],
  { from, to }: Pick<Period, 'from' | 'to'>,
  zone: string,
): Comparisons {
  if (kind === 'date') return { ...(from && { gte: from }), ...(to && { lte: to }) };
  return { ...(from && { gte: startIn(zone, from) }), ...(to && { lt: startIn(zone, later(to, 1)) }) };
}

/** The same the other way. Other comparisons have no period. */
export function periodIn(kind: FilterField['kind'], { '': one, eq, gte, gt, lte, lt }: Comparisons, zone: string) {
  const day = one ?? eq;
  if (kind === 'date')
    return {
      from: day ?? gte ?? (gt ? later(gt, 1) : ''),
      to: day ?? lte ?? (lt ? later(lt, -1) : ''),
    };
  const dayOf = (ms: number) => (Number.isNaN(ms) ? '' : dayIn(zone, new Date(ms)));
  return {
    from: dayOf(Date.parse(gte ?? gt ?? '')),
    // A period ends before the midnight that follows its last day.
    to: dayOf(Date.parse(lt ?? lte ?? '') - 1),
  };
}

/** `This month`, `from Jan 1, 2027`, `Jan 1, 2027 to Jan 5, 2027`. */
export function periodInWords({ from, to }: Pick<Period, 'from' | 'to'>, usual: readonly Period[]): string {
  const known = usual.find((each) => each.from === from && each.to === to);
  if (known) return known.label;
  if (from && from === to) return dayInWords(from);
  if (from && to) return t('{from} to {to}', { from: dayInWords(from), to: dayInWords(to) });
  return from ? t('from {from}', { from: dayInWords(from) }) : t('until {until}', { until: dayInWords(to) });
}

/** Whether a list takes conditions, and so saved views. */
export const takesConditions = (path: string): boolean => path in ASKED_OF_BUILD;

/** The condition of a saved view: what an address asks, and the labels of filters that are no condition. */
export function whereOf(
  path: string,
  filters: readonly Filter[],
  chosen: Record<string, string>,
): { where: Record<string, unknown>; left: string[] } {
  const where: Record<string, unknown> = {};
  const left: string[] = [];
  if (chosen['q']) left.push(filters.find(({ name }) => name === 'q')?.label ?? labelOf('q'));
  for (const field of filterFieldsOf(path, filters)) {
    const comparisons = comparisonsOf(chosen, field.name);
    if (!Object.keys(comparisons).length) continue;
    const asked = ASKED_OF_BUILD[path]?.[field.name];
    if (field.superseded && !asked) where[`${field.name}s`] = { any: [comparisons['']] };
    else if (asked && field.kind !== 'one') where[field.name] = conditionOf(asked.kind, comparisons);
    else left.push(field.label);
  }
  return { where, left };
}

/** Comparisons as a condition has them. */
export const conditionOf = (kind: FilterField['kind'], comparisons: Comparisons): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(comparisons).map(([operator, value]) => [operator || 'eq', typed(kind, operator, value)]),
  );

/** The same the other way. Null: it says more than comparisons can. */
export function comparisonsIn(part: unknown): Comparisons | null {
  const isOne = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  if (isOne(part)) return { eq: String(part) };
  if (typeof part !== 'object' || part === null) return null;
  const pairs = Object.entries(part).map(([operator, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    // Several values are joined by commas.
    const fits = values.every((each) => isOne(each) && !(Array.isArray(value) && String(each).includes(',')));
    return fits ? [operator, values.join(',')] : null;
  });
  return pairs.every((pair) => pair !== null) ? Object.fromEntries(pairs) : null;
}

function typed(kind: FilterField['kind'], operator: string, value: string): unknown {
  const one = (text: string) => (kind === 'number' ? Number(text) : kind === 'flag' ? text === 'true' : text);
  if (operator === 'empty') return value === 'true';
  return ['in', 'any', 'all', 'none'].includes(operator) ? value.split(',').map(one) : one(value);
}
