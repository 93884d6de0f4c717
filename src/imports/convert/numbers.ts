import { ConversionError, type Locale, short } from './conversion.js';

type Style = Pick<Locale, 'decimalComma'>;

/** A number with groups of thousands, and the sign before its decimals. */
const POINT = /^[+-]?(\d+|\d{1,3}(,\d{2,3})*,\d{3})?(\.\d*)?$/;
const COMMA = /^[+-]?(\d+|\d{1,3}(\.\d{2,3})*\.\d{3})?(,\d*)?$/;

/** A number without its currency, per cent sign and spaces. */
const plain = (text: string): string =>
  text.replace(/[\s'’\u00a0\u202f]/g, '').replace(/^[€$£¥]|[€$£¥%]$|^[A-Z]{3}|[A-Z]{3}$/g, '');

/** A number with spaces or apostrophes between thousands, or the sign that does not stand before its decimals. */
export function numberIn(text: string, { decimalComma }: Style): number {
  const number = plain(text);
  if (!/\d/.test(number) || !(decimalComma ? COMMA : POINT).test(number))
    throw new ConversionError('invalid_format', `${short(text)} is not a number.`);
  return Number(decimalComma ? number.replaceAll('.', '').replace(',', '.') : number.replaceAll(',', ''));
}

/** The sign that stands before the decimals of a number; `either` where 12.500 may be either number, null without one. */
export function decimalSignIn(text: string): 'comma' | 'point' | 'either' | null {
  const number = plain(text);
  if (!/[.,]/.test(number)) return null;
  const [isPoint, isComma] = [POINT.test(number), COMMA.test(number)];
  if (isPoint && isComma) return 'either';
  return isPoint ? 'point' : isComma ? 'comma' : null;
}

/** Seconds by the words of units. A day of work has eight hours, a week five days. */
const UNITS: Record<string, number> = {};
for (const [seconds, words] of [
  [144_000, 'w week weeks woche wochen'],
  [28_800, 'd day days tag tage'],
  [3600, 'h hr hrs hour hours std stunde stunden'],
  [60, 'm min mins minute minutes minuten'],
  [1, 's sec secs second seconds sek sekunde sekunden'],
] as const)
  for (const word of words.split(' ')) UNITS[word] = seconds;

/** The smaller unit of a number that ends a text: `1h30`. */
const BELOW: Readonly<Record<number, number>> = { 3600: 60, 60: 1 };

/** Seconds of `1:30:00`, `1:30`, `1h 30m`, `1h30`, `1 Std. 30 Min.`, or of a number of the given unit. */
export function secondsIn(text: string, locale: Style, unit: 'seconds' | 'hours' = 'seconds'): number {
  const clock = /^(\d+):(\d{2})(?::(\d{2}))?(?:\.\d+)?$/.exec(text.trim());
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0);
  if (!/[a-z]/i.test(text)) return Math.round(numberIn(text, locale) * (unit === 'hours' ? 3600 : 1));
  let seconds = 0;
  let last = 0;
  for (let rest = text.trim().toLowerCase(); rest;) {
    const part = /^(\d[\d.,]*) ?([a-z]+)\.?(?:,| and| und)? */.exec(rest);
    const end = part ? null : /^\d{1,2}$/.exec(rest);
    const each = part ? UNITS[part[2]!] : BELOW[last];
    if (!each || !(part ?? end)) throw new ConversionError('invalid_format', `${short(text)} is not a duration.`);
    seconds += numberIn(part ? part[1]! : rest, locale) * each;
    rest = part ? rest.slice(part[0].length) : '';
    last = each;
  }
  return Math.round(seconds);
}
