import { createRequire } from 'node:module';
import type * as Library from 'numfmt';

/** The format of a number that nobody gave one. */
export const GENERAL = 'general';

/** Characters of a format: the limit of Excel. */
const MAX_FORMAT_LENGTH = 255;

/** The library keeps every format that it has seen. After so many it is loaded anew, which forgets them. */
const MAX_KNOWN_FORMATS = 5_000;

/** A date is its day since 1899-12-30, as in Sheets; Excel agrees from March 1900 on. Negative ones are numbers. */
const OPTIONS = { leap1900: false, dateSpanLarge: false };

const DAY_MS = 86_400_000;
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

/** A format as the library reads it. */
interface Prepared {
  text: string;
  /** It shows a day, of which there is none below 1: what dates differ by is a number. */
  showsDay: boolean;
}

let loaded: typeof Library | null = null;
const prepared = new Map<string, Prepared>();

/** The number that a time (milliseconds since 1970) is in a cell: its days, and parts of a day. */
export const serialOf = (time: number): number => (time - DAY_ZERO_MS) / DAY_MS;

/** Shows a number as Excel does in a format of its notation. What is no format counts as none. */
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
 * Excel shows what stands for the date or the time of the system as that of the reader, here English, and takes the
 * language of a currency neither for its digits nor for anything else. Its first versions wrote calendars by name.
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

/** Loaded when it is first needed: most processes never format a number. */
function library(): typeof Library {
  if (loaded) return loaded;
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve('numfmt')];
  return (loaded = require('numfmt') as typeof Library);
}
