import { dayIn, type DetailCode, type ImportField, instantIn, lastDayOf } from '../platform/index.js';

/** A cell that cannot become the value of its field. */
export class ConversionError extends Error {
  constructor(
    readonly code: DetailCode,
    message: string,
  ) {
    super(message);
  }
}

/** Settings for dates that a file does not state. */
export interface Locale {
  /** Time zone of times without one. */
  zone: string;
  /** Whether the day stands before the month in dates such as 04/05/2026. */
  dayFirst: boolean;
}

/** Somebody as a file names them: by an address, a name, or both. */
export interface PersonName {
  person: string;
  email?: string;
}

/** A record as a file names it: by its id in the other system, its id here, or its name. */
export interface RecordName {
  record: string;
}

/** A value that lost something on its way: `warning` says what. */
export interface Cut {
  value: unknown;
  warning: string;
}

export const isPerson = (value: unknown): value is PersonName =>
  typeof value === 'object' && value !== null && 'person' in value;
export const isRecordName = (value: unknown): value is RecordName =>
  typeof value === 'object' && value !== null && 'record' in value;

/** The records that a value names. */
export function recordNamesIn(value: unknown): RecordName[] {
  if (isRecordName(value)) return [value];
  return Array.isArray(value) ? value.filter(isRecordName) : [];
}

const MONTHS: Record<string, number> = {};
for (const [index, names] of [
  'january januar jan jän jänner janvier enero',
  'february februar feb février febrero fév',
  'march märz mär mrz mar mars marzo',
  'april apr avril abril avr abr',
  'may mai mayo',
  'june juni jun juin junio',
  'july juli jul juillet julio juil',
  'august aug août agosto ago',
  'september sep sept septembre septiembre',
  'october oktober oct okt octobre octubre',
  'november nov novembre noviembre',
  'december dezember dec dez décembre diciembre dic déc',
].entries())
  for (const name of names.split(' ')) MONTHS[name] = index + 1;

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** Minutes ahead of UTC; null where the text names no zone. */
  offset: number | null;
  /** Whether a time stands there. */
  timed: boolean;
}

/** Matches `18:05`, `6:05:09 pm`, `6.05 Uhr` with a zone behind it. */
const TIME = /(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?\s?m\.?)?/i;
const ZONE = /^(?:(?:gmt|utc)?\s*([+-]\d{2}):?(\d{2})?(?![\d/.-])|(?:gmt|utc|z)\b)/i;

function partsOf(text: string, dayFirst: boolean): Parts | null {
  let rest = text.trim();
  let [hour, minute, second] = [0, 0, 0];
  let offset: number | null = null;
  const time = TIME.exec(rest.replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 '));
  if (time) {
    rest = rest.replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ');
    const [all, h, m, s, half] = time;
    hour = Number(h);
    if (half) {
      if (hour < 1 || hour > 12) return null;
      hour = (hour % 12) + (/^p/i.test(half) ? 12 : 0);
    }
    minute = Number(m);
    second = Number(s ?? 0);
    const behind = rest.slice(time.index + all.length).trim();
    const zone = ZONE.exec(behind);
    if (zone) offset = zone[1] ? Number(zone[1]) * 60 + Math.sign(Number(`${zone[1]}1`)) * Number(zone[2] ?? 0) : 0;
    // Linear writes `Wed May 13 2026 11:21:41 GMT+0000 (GMT+00:00)`: the date stands before the time.
    const after = behind.split('(', 1)[0]!.replace(ZONE, ' ');
    rest = `${rest.slice(0, time.index)} ${/\d{4}/.test(rest.slice(0, time.index)) ? '' : after}`.trim();
  }
  const date = dateOf(rest.replaceAll(',', ' ').trim(), dayFirst);
  return date && { ...date, hour, minute, second, offset, timed: time !== null };
}

function dateOf(text: string, dayFirst: boolean): Pick<Parts, 'year' | 'month' | 'day'> | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const numbers = /^(\d{1,2})[-/.]\s?(\d{1,2})[-/.]\s?(\d{4}|\d{2})$/.exec(text);
  if (numbers) {
    const [, one, two, year] = numbers;
    // Points stand between the parts of a date only where the day comes first.
    const first = dayFirst || text.includes('.');
    const [day, month] = first ? [one, two] : [two, one];
    return { year: fullYear(year!), month: Number(month), day: Number(day) };
  }
  const words = text
    .toLowerCase()
    .replace(/(\d)(st|nd|rd|th)\b/g, '$1')
    .split(/[\s,./-]+/)
    .filter((word) => word && !/^(mon|tue|wed|thu|fri|sat|sun)/.test(word));
  const named = words.findIndex((word) => MONTHS[word] !== undefined);
  const others = words.filter((_, index) => index !== named);
  if (named < 0 || others.length !== 2 || others.some((word) => !/^\d{1,4}$/.test(word))) return null;
  const [day, year] = others[0]!.length === 4 ? [others[1]!, others[0]!] : [others[0]!, others[1]!];
  return { year: fullYear(year), month: MONTHS[words[named]!]!, day: Number(day) };
}

const fullYear = (text: string): number =>
  text.length > 2 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900);

const pad = (value: number, width = 2) => String(value).padStart(width, '0');
const day = ({ year, month, day }: Parts) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`;

function checked(text: string, locale: Locale): Parts {
  const parts = partsOf(text, locale.dayFirst);
  const days = parts && Number(lastDayOf(parts.year, parts.month).slice(8));
  if (
    !parts ||
    parts.year < 1 ||
    parts.month < 1 ||
    parts.month > 12 ||
    parts.day < 1 ||
    parts.day > days! ||
    parts.hour > 23 ||
    parts.minute > 59 ||
    parts.second > 59
  )
    throw new ConversionError('invalid_format', `${short(text)} is not a date that can be read.`);
  return parts;
}

/** The day of a date or time, as it stands in the file or, where that names a zone, in `zone`. */
export function dateIn(text: string, locale: Locale): string {
  const parts = checked(text, locale);
  return parts.offset === null ? day(parts) : dayIn(locale.zone, instant(parts, locale.zone));
}

/** A time as ISO 8601 in UTC. */
export const timestampIn = (text: string, locale: Locale): string => instant(checked(text, locale), locale.zone);

/** Whether a date shows by itself that the day, or the month, comes first; null where it does not. */
export function orderIn(text: string): 'day' | 'month' | null {
  const numbers = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2})\b/.exec(text.trim());
  if (!numbers) return null;
  if (Number(numbers[1]) > 12) return 'day';
  return Number(numbers[2]) > 12 ? 'month' : null;
}

function instant(parts: Parts, zone: string): string {
  const { hour, minute, second, offset } = parts;
  const time = [hour, minute, second].map((part) => pad(part)).join(':');
  if (offset === null) return instantIn(zone, day(parts), time);
  return new Date(Date.parse(`${day(parts)}T${time}Z`) - offset * 60_000).toISOString();
}

/** A number with a point or a comma before its decimals, and either, spaces or apostrophes between thousands. */
export function numberIn(text: string): number {
  let plain = text.replace(/[\s'’\u00a0\u202f]/g, '').replace(/^[€$£¥]|[€$£¥%]$|^[A-Z]{3}|[A-Z]{3}$/g, '');
  const [point, comma] = [plain.lastIndexOf('.'), plain.lastIndexOf(',')];
  const decimalComma = comma > point && (point >= 0 || !/^[+-]?\d{1,3}(,\d{3})+$/.test(plain));
  plain = decimalComma ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', '');
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain))
    throw new ConversionError('invalid_format', `${short(text)} is not a number.`);
  return Number(plain);
}

/** Seconds of `1:30:00`, `1:30`, `1h 30m`, `1 Std. 30 Min.`, or of a number of the given unit. */
export function secondsIn(text: string, unit: 'seconds' | 'hours' = 'seconds'): number {
  const clock = /^(\d+):(\d{2})(?::(\d{2}))?(?:\.\d+)?$/.exec(text.trim());
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0);
  const words = [...text.toLowerCase().matchAll(/(\d{1,9}(?:[.,]\d{1,9})?)\s?(std|min|sec|d|h|m|s)/g)];
  if (words.length) {
    const seconds = { d: 28_800, h: 3600, std: 3600, m: 60, min: 60, s: 1, sec: 1 } as Record<string, number>;
    return Math.round(words.reduce((sum, [, count, name]) => sum + numberIn(count!) * seconds[name!]!, 0));
  }
  return Math.round(numberIn(text) * (unit === 'hours' ? 3600 : 1));
}

const YES = new Set(['true', 'yes', 'y', '1', 'x', 'ja', 'oui', 'si', 'sí', 'wahr', 'billable', '✓']);
const NO = new Set(['false', 'no', 'n', '0', '', 'nein', 'non', 'falsch', 'non-billable', '-']);

export function flagIn(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  throw new ConversionError('invalid_value', `${short(text)} is neither yes nor no.`);
}

/** The items of a cell: `a, b; c`, JSON, or Google's `Friends ::: * myContacts`, whose star marks groups of its own. */
export function listIn(text: string): string[] {
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return [...new Set(list.map(String))];
    } catch {
      // A text that begins with a bracket.
    }
  }
  const items = itemsIn(text, /:::|[;,\n]/);
  return [...new Set(items)].filter((item) => !item.startsWith('* '));
}

/** The parts of a cell that stand between separators. */
export const itemsIn = (text: string, separator: string | RegExp = ','): string[] =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter(Boolean);

/** The addresses of a cell. */
export const addressesIn = (text: string): string[] => [
  ...new Set(text.split(/[\s<>,;"']/).filter((word) => /^[^@]+@[^@.]+\.[^@]+$/.test(word))),
];

/** `Ada Lovelace <ada@example.com>`, an address, or a name; null for nobody. */
export function personIn(text: string): PersonName | null {
  const [email] = addressesIn(text);
  const person = (email ?? text).trim();
  return person === '' || /^(unassigned|none|nobody|no owner|niemand)$/i.test(person)
    ? null
    : { person, ...(email && { email }) };
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
      return secondsIn(first);
    case 'number':
      return numberIn(first);
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

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
