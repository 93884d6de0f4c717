import SCIMMY from 'scimmy';
import { ScimError } from './scim.errors.js';

/** A comparison of a filter: an attribute (lower case) equals a value. */
export interface Term {
  attribute: string;
  value: unknown;
}

/** An unclosed string matches to the end, so that the regular expression stays linear; `stringOf` rejects it. */
const STRING = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gs;
const COMPARISONS = ['ne', 'co', 'sw', 'ew', 'gt', 'lt', 'ge', 'le', 'pr', 'np'];
const WORD = /(\beq\s+)(true|false|null|-?\d+)(?![^\s\]])/gi;
const OWN_SCHEMA = /\burn:ietf:params:scim:schemas:core:2\.0:(user|group):/gi;

/**
 * Parses a filter of `eq` comparisons joined by `and`; anything else is rejected. `known`: allowed attributes in lower case.
 *
 * Values are extracted before scimmy parses the rest, and unknown names never reach it: it parses `True` as false, ends a
 * string at an escaped quote, can be made to run for ever, and resolves `__proto__`.
 */
export function readFilter(text: string, known: readonly string[]): Term[] {
  const values: unknown[] = [];
  const keep = (value: unknown) => `"${values.push(value) - 1}"`;
  const bare = text
    .replace(STRING, (string) => keep(stringOf(string)))
    .replace(WORD, (_, before, word) => before + keep(JSON.parse(word.toLowerCase())))
    .replace(OWN_SCHEMA, '');
  if (/[^\w\s$.:[\]-]/.test(bare.replace(/"\d+"/g, ''))) throw refused('is not well formed');
  refuseUnknown(bare, known);

  const terms = parse(bare).flatMap((branch) => [...termsOf(branch, '', values)]);
  const dangling = /(^|\[|\band)\s*and\b|\band\s*($|\])/i.test(bare);
  if (!terms.length || terms.length !== values.length || dangling) throw refused('is not well formed');
  return terms;
}

/** Rejects everything but `eq`, `and` and known attributes. */
function refuseUnknown(bare: string, known: readonly string[]): void {
  const parts = new Set(known.flatMap((name) => name.split('.')));
  for (const word of bare
    .replace(/"\d+"/g, ' ')
    .toLowerCase()
    .split(/[\s[\]]+/)) {
    if (['or', 'not'].includes(word)) throw refused('joins comparisons by another operator than and');
    if (COMPARISONS.includes(word)) throw refused('compares by another operator than eq');
    if (['eq', 'and'].includes(word)) continue;
    if (word.split('.').some((part) => part && !parts.has(part)))
      throw refused(`names ${word}; it may name ${known.join(', ')}`);
  }
}

function parse(bare: string): object[] {
  try {
    return [...new SCIMMY.Types.Filter(bare)] as object[];
  } catch {
    throw refused('is not well formed');
  }
}

function* termsOf(branch: object, path: string, values: unknown[]): Generator<Term> {
  for (const [name, found] of Object.entries(branch)) {
    const attribute = `${path}${name.toLowerCase()}`;
    if (!Array.isArray(found)) {
      yield* termsOf(found, `${attribute}.`, values);
      continue;
    }
    for (const [operator, value] of Array.isArray(found[0]) ? found : [found]) {
      if (operator !== 'eq') throw refused('compares by another operator than eq');
      if (!/^\d+$/.test(String(value))) throw refused('is not well formed');
      yield { attribute, value: values[Number(value)] };
    }
  }
}

function stringOf(literal: string): string {
  let text: string;
  try {
    text = JSON.parse(literal);
  } catch {
    throw refused('has a string that is not well formed');
  }
  if (text.includes('\0') || !text.isWellFormed()) throw refused('has a string with NUL or lone surrogates');
  return text;
}

const refused = (why: string) =>
  new ScimError('invalidFilter', `The filter ${why}. Filters are comparisons with eq, joined by and.`);
