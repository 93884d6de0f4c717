import { createRequire } from 'node:module';
import type * as Library from 'numfmt';

/** Default format. */
export const GENERAL = 'general';

/** Maximum length, as in Excel. */
const MAX_FORMAT_LENGTH = 255;

/** The library caches every format, so it is reloaded after this many. */
const MAX_KNOWN_FORMATS = 5_000;

/** Serial dates count days since 1899-12-30, as in Sheets; Excel agrees from March 1900 on. Negative values are plain numbers. */
const OPTIONS = { leap1900: false, dateSpanLarge: false };

const DAY_MS = 86_400_000;
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

/** A format as the library reads it. */
interface Prepared {
  text: string;
  /** Contains a day, so values below 1 are shown as plain numbers (differences between dates). */
  showsDay: boolean;
}

let loaded: typeof Library | null = null;
const prepared = new Map<string, Prepared>();

/** Serial number of a time (milliseconds since 1970). */
export const serialOf = (time: number): number => (time - DAY_ZERO_MS) / DAY_MS;

/** Formats a number like Excel. An invalid format counts as none. */
export function formatNumber(value: number, format: string): string {
  try {
    const { text, showsDay } = prepare(format);
    return library().format(showsDay && value < 1 ? GENERAL : text, value, OPTIONS);
  } catch {
    return library().format(GENERAL, value, OPTIONS);
  }
}

/** Whether numbers in this format are dates or times. */
export function isDateFormat(format: string): boolean {
  try {
    return library().isDateFormat(prepare(format).text);
  } catch {
    return false;
  }
}

function prepare(format: string): Prepared {
  const known = prepared.get(format);
  if (known) return known;
  if (prepared.size === MAX_KNOWN_FORMATS) {
    prepared.clear();
    loaded = null;
  }
  const text = format.length > MAX_FORMAT_LENGTH ? GENERAL : inEnglish(format);
  const { year, day } = library().getFormatDateInfo(text);
  const made = { text, showsDay: year || day };
  prepared.set(format, made);
  return made;
}

/**
 * Normalises locale-dependent parts of a format: system date and time formats become English, languages of currencies are
 * ignored. Early versions of Excel wrote calendars by name.
 */
function inEnglish(format: string): string {
  const text = format
    .replace(/\[\$-F800\][^;]*/i, 'dddd, mmmm d, yyyy')
    .replace(/\[\$-F400\][^;]*/i, 'h:mm:ss AM/PM')
    .replace(/\[(ENG|HIJ|JPN|TWN)\]/gi, '');
  return library().isDateFormat(text)
    ? text
    : text.replace(/\[\$([^[\]-]*)-[^[\]]*\]/g, (_, currency: string) => currency && `[$${currency}]`);
}

/** Lazy, because most processes never format a number. */
function library(): typeof Library {
  if (loaded) return loaded;
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve('numfmt')];
  return (loaded = require('numfmt') as typeof Library);
}
