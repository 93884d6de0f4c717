import type { Request } from 'express';
import { contextIfAny, type Language, LANGUAGES } from '../context/request-context.js';
import { Html, html } from '../html/html.js';
import { de } from './de.js';

/**
 * The texts of the pages and letters of the server, in the language of the request or of whoever gets the letter. English stands in the code and is the key of
 * German (`de.ts`); `test/page-texts.spec.ts` compares the two. The API speaks English.
 */

/** The languages, as they call themselves. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

type Values<T> = Readonly<Record<string, T>>;

const CATALOGUES: Record<Language, Readonly<Record<string, string>> | null> = { en: null, de };

/** `{name}` in a text. */
const HOLE = /\{(\w+)\}/;

/** The language that a browser asks for before the other ones; null if it asks for none of them. */
export const languageOf = (request: Request): Language | null =>
  preferredLanguage(request.headers['accept-language'] ?? '');

/**
 * The one of our languages that comes first in a list of language tags (RFC 9110, 12.5.4), such as `de-CH, fr;q=0.8`; null without
 * any. `*` names none.
 */
export function preferredLanguage(tags: string): Language | null {
  const wished = tags.split(',').flatMap((each) => {
    const [tag, ...parameters] = each
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    const known = LANGUAGES.find((language) => language === tag!.split('-', 1)[0]);
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return known && weight > 0 ? [{ known, weight }] : [];
  });
  return wished.toSorted((a, b) => b.weight - a.weight)[0]?.known ?? null;
}

/** The language of the running request; English where it asks for none, and for background work. */
export const currentLanguage = (): Language => contextIfAny()?.language ?? 'en';

/** A text that is no literal, such as one that was marked by `deferred`. It stays English where it is unknown. */
export function translated(text: string, language = currentLanguage()): string {
  const texts = CATALOGUES[language];
  return texts && Object.hasOwn(texts, text) ? texts[text]! : text;
}

/** A text; `{name}` in it stands for a value. */
export const t = (text: string, values: Values<string | number> = {}, language = currentLanguage()): string =>
  partsOf(translated(text, language))
    .map((part, index) => (index % 2 ? String(values[part]) : part))
    .join('');

/** A text with HTML in the place of a value: a link, or something in bold. */
export const rich = (text: string, values: Values<Html | string>): Html =>
  html`${partsOf(translated(text)).map((part, index) => (index % 2 ? values[part] : part))}`;

/** The text before, between and after its holes, and the names of these. */
const partsOf = (text: string): string[] => text.split(HOLE);

/** As people of the language write days and times; English ones in Europe. */
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

/** A day (`2027-01-31`) in words. */
export const dayInWords = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** A number, with the separators of the language. */
export const numberInWords = (value: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language]).format(value);

/** A moment (ISO 8601) in words, on the clocks of a time zone, which it names. */
export const momentInWords = (at: string, zone: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: zone,
  }).format(new Date(at));

/** Marks a text that `translated` reads where it is shown: a constant, or the message of an error that the API says in English. */
export const deferred = (text: string): string => text;
