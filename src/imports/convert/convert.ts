import type { ImportField } from '../../platform/index.js';
import { ConversionError, type Locale, short } from './conversion.js';
import { dateIn, timestampIn } from './dates.js';
import { addressesIn, listIn, personIn, type RecordName } from './names.js';
import { numberIn, secondsIn } from './numbers.js';

/** A value that lost something on its way: `warning` says what. */
export interface Cut {
  value: unknown;
  warning: string;
}

const YES = new Set(['true', 'yes', 'y', '1', 'x', 'ja', 'oui', 'si', 'sí', 'wahr', 'billable', '✓']);
const NO = new Set(['false', 'no', 'n', '0', '', 'nein', 'non', 'falsch', 'non-billable', '-']);

export function flagIn(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  throw new ConversionError('invalid_value', `${short(text)} is neither yes nor no.`);
}

/** The value of a field from the cells of its columns, by the type of the field. Undefined where they are blank. */
export function convert(texts: readonly string[], field: ImportField, locale: Locale): unknown {
  const filled = texts.map((text) => text.trim()).filter(Boolean);
  const [first] = filled;
  if (first === undefined) return undefined;
  switch (field.type) {
    case 'text':
    case 'long_text':
      return first;
    case 'email':
      return addressesIn(first)[0] ?? first;
    case 'date':
      return dateIn(first, locale);
    case 'timestamp':
      return timestampIn(first, locale);
    case 'seconds':
      return secondsIn(first, locale);
    case 'number':
      return numberIn(first, locale);
    case 'flag':
      return flagIn(first);
    case 'list':
      return [...new Set(filled.flatMap(listIn))];
    case 'choice':
      return choiceIn(first, field.values ?? []);
    case 'user':
      return personIn(first) ?? undefined;
    case 'record':
      return { record: first };
    case 'records':
      return [...new Set(filled.flatMap(listIn))].map((record): RecordName => ({ record }));
    case 'custom':
      return filled.length > 1 ? filled : first;
    case 'file':
      throw new ConversionError('invalid_value', 'No column is a file.');
  }
}

function choiceIn(text: string, values: readonly string[]): string {
  const word = text.toLowerCase().replace(/[\s-]+/g, '_');
  if (!values.includes(word))
    throw new ConversionError('invalid_value', `${short(text)} must be one of ${values.join(', ')}.`);
  return word;
}

/** Cuts what is too long for its field, and says so. */
export function fit(value: unknown, name: string, { max, maxItems }: ImportField): Cut {
  if (typeof value === 'string' && max !== undefined) {
    const characters = [...value];
    if (characters.length > max)
      return {
        value: characters.slice(0, max).join(''),
        warning: `${name} has ${characters.length} characters; the first ${max} are taken.`,
      };
  }
  if (Array.isArray(value) && (max !== undefined || maxItems !== undefined)) {
    const cut = value.map((item) =>
      max !== undefined && typeof item === 'string' ? [...item].slice(0, max).join('') : item,
    );
    const kept = [...new Set(cut)].slice(0, maxItems);
    if (kept.length < value.length || cut.some((item, index) => item !== value[index]))
      return {
        value: kept,
        warning: `${name} has too many or too long items; ${kept.length} are taken, at most ${max} characters each.`,
      };
  }
  return { value, warning: '' };
}
