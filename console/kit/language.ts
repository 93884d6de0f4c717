/**
 * The texts of the console, in the language of the reader. English stands in the code and is the key of the other languages
 * (`console/languages`), which `test/console-texts.spec.ts` compares with it.
 */

import { LANGUAGE, texts } from '../languages/index.js';

type Values<T> = Readonly<Record<string, T>>;

const rules = new Intl.PluralRules(LANGUAGE);
const number = new Intl.NumberFormat();

/** `{name}` in a text. */
export const HOLE = /\{(\w+)\}/g;

const fillIn = (text: string, values: Values<unknown>): string =>
  text.replace(HOLE, (hole, name: string) => (name in values ? said(values[name]) : hole));

const said = (value: unknown) => (value === null || value === undefined || value === false ? '' : String(value));

/** A text that is no literal: a word of the contract, or one that was marked by `deferred`. It stays English where it is unknown. */
export function translated(text: string): string {
  const found = texts?.[text];
  return typeof found === 'string' ? found : text;
}

/** A text; `{name}` in it stands for a value. */
export const t = (text: string, values: Values<string | number | null | undefined | false> = {}): string =>
  fillIn(translated(text), values);

/** A text with a number, `{count}`, in the form that fits it. */
export function plural(
  count: number,
  one: string,
  other: string,
  values: Values<string | number | null | undefined | false> = {},
): string {
  const found = texts?.[other];
  const text = typeof found === 'object' ? (found[rules.select(count)] ?? found.other!) : count === 1 ? one : other;
  return fillIn(text, { ...values, count: number.format(count) });
}

/** A text that means something else elsewhere: `inContext('verb', 'export')`. Catalogues have it as `verb|export`. */
export const inContext = (context: string, text: string): string => {
  const found = texts?.[`${context}|${text}`];
  return typeof found === 'string' ? found : text;
};

/** A title within a sentence: English writes it small there, German as it is. */
export const inSentence = (title: string): string => (LANGUAGE === 'en' ? title.toLowerCase() : title);
