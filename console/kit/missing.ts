import { labelOf } from './schema/words.js';

type Part = Record<string, unknown>;

/** Labels of the fields of a condition that are compared with one of these ids. */
export function labelsOf(part: unknown, ids: ReadonlySet<string>, field = ''): string[] {
  if (typeof part === 'string') return ids.has(part) ? [labelOf(field)] : [];
  if (typeof part !== 'object' || part === null) return [];
  const below = Array.isArray(part)
    ? part.flatMap((each) => labelsOf(each, ids, field))
    : // Operators stand below their field, other names are fields.
      Object.entries(part).flatMap(([name, value]) => labelsOf(value, ids, /_ids?$/.test(name) ? name : field));
  return [...new Set(below)];
}

/** The comparisons of a field without these ids: those that are left with no value go. */
function comparisonsWithout(part: unknown, ids: ReadonlySet<string>): unknown {
  if (typeof part === 'string') return ids.has(part) ? undefined : part;
  if (Array.isArray(part)) {
    const left = part.filter((each) => !ids.has(each));
    return left.length || !part.length ? left : undefined;
  }
  return typeof part === 'object' && part !== null
    ? partsOf(part as Part, (value) => comparisonsWithout(value, ids))
    : part;
}

function partsOf(part: Part, change: (value: unknown, name: string) => unknown): Part | undefined {
  const left = Object.entries(part).flatMap(([name, value]) => {
    const changed = change(value, name);
    return changed === undefined ? [] : [[name, changed] as const];
  });
  return left.length ? Object.fromEntries(left) : undefined;
}

/** A condition without these ids. Alternatives stay as they are, because one with less in it would let more through. */
export const conditionWithout = (where: object, ids: ReadonlySet<string>): Part =>
  partsOf(where as Part, (value, name) => (name === 'or' || name === 'not' ? value : comparisonsWithout(value, ids))) ??
  {};
