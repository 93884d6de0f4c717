import type { Request } from 'express';
import { contextIfAny, type Language } from '../context/request-context.js';
import { Html, html } from '../html/html.js';
import { de } from './de.js';

/**
 * The texts of the pages and letters of the server, in the language of the request. English stands in the code and is the key of
 * German (`de.ts`); `test/page-texts.spec.ts` compares the two. The API speaks English.
 */

type Values<T> = Readonly<Record<string, T>>;

const CATALOGUES: Record<Language, Readonly<Record<string, string>> | null> = { en: null, de };

/** `{name}` in a text. */
const HOLE = /\{(\w+)\}/;

/** The language that a browser asks for before the other one; English if it asks for neither. */
export const languageOf = (request: Request): Language =>
  request.headers['accept-language'] !== undefined && request.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en';

/** The language of the running request; English for background work. */
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

/** Marks a text that `translated` reads where it is shown: a constant, or the message of an error that the API says in English. */
export const deferred = (text: string): string => text;
