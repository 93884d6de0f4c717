import { dayIn, instantIn, lastDayOf } from '../../platform/index.js';
import { ConversionError, type Locale, short } from './conversion.js';

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
