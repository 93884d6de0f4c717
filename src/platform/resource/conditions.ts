import type { RowRule, Wanted } from './define.js';

/** Collects conditions of a WHERE clause together with their values. */
export class Conditions {
  readonly #parts: string[] = [];

  /** `values`: pass those of another clause to share its placeholders. */
  constructor(readonly values: unknown[] = []) {}

  /** Adds a condition; each `?` in it stands for the next value. */
  add(sql: string, ...values: unknown[]): this {
    let next = 0;
    this.#parts.push(sql.replace(/\?/g, () => this.value(values[next++])));
    return this;
  }

  /** Adds another form of a condition: each `?` in it is the next of the placeholders from `first` on. */
  addForm(sql: string, first: number): this {
    let next = first;
    this.#parts.push(sql.replace(/\?/g, () => `$${next++}`));
    return this;
  }

  /** Adds the condition that a row matches a rule. `column` says how a column is written. */
  matches(rule: RowRule, column: (name: string) => string = (name) => name): this {
    if (rule === 'all') return this;
    const any = rule.map(
      (condition) =>
        wantedColumns(condition)
          .map(([name, wanted]) =>
            isWithin(wanted)
              ? `${column(name)} <@ ${this.value(wanted.within)}`
              : isOverlap(wanted)
                ? `${column(name)} && ${this.value(wanted.overlaps)}::text[]`
                : `${column(name)} = any(${this.value(typeof wanted === 'string' ? [wanted] : wanted)})`,
          )
          .join(' and ') || 'true',
    );
    this.#parts.push(any.length ? `(${any.join(' or ')})` : 'false');
    return this;
  }

  /** Reserves a placeholder for a value. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get sql(): string {
    return this.#parts.join(' and ');
  }
}

/** Evaluates a rule in memory, like `Conditions.matches` in SQL. */
export function rowMatches(rule: RowRule, record: object): boolean {
  if (rule === 'all') return true;
  return rule.some((condition) =>
    wantedColumns(condition).every(([name, wanted]) => {
      const value = (record as Record<string, unknown>)[name];
      if (isOverlap(wanted)) return (value as string[]).some((item) => wanted.overlaps.includes(item));
      if (isWithin(wanted)) return (value as string[]).every((item) => wanted.within.includes(item));
      return typeof wanted === 'string' ? value === wanted : (wanted as readonly string[]).includes(value as string);
    }),
  );
}

/** Required value per column. A condition without a value (such as no user) matches nothing. */
const wantedColumns = (condition: object): [string, Wanted][] =>
  Object.entries(condition).map(([name, wanted = []]) => [name, wanted]);

export const isWithin = (wanted: Wanted | undefined): wanted is { within: readonly string[] } =>
  typeof wanted === 'object' && 'within' in wanted;

/** Whether it is the rule of a column that is a list. */
export const isOfList = (wanted: Wanted | undefined): boolean => isWithin(wanted) || isOverlap(wanted);

const isOverlap = (wanted: Wanted | undefined): wanted is { overlaps: readonly string[] } =>
  typeof wanted === 'object' && 'overlaps' in wanted;
