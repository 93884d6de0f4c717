import { translated } from '../language.js';

/** `Time entries` → `time entry`, `Activities` → `activity`, `API keys` → `API key`. */
export function nounInEnglish(title: string): string {
  const words = title.replace(/ of .+$/, '');
  const text = /^[A-Z]{2}/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
  return text.replace(/ies$/, 'y').replace(/s$/, '');
}

/** The same in the language of the reader. */
export const nounOf = (title: string): string => translated(nounInEnglish(title));

type Named = Record<string, any>;

/** The name of a record, by the best field that it has. */
export const nameOf = (record: Named): string =>
  [
    record.display_name,
    record.name,
    record.title,
    record.full_name,
    record.candidate?.display_name,
    record.email,
    record.text,
    record.body,
  ].find(Boolean) ?? record.id;

export const withCapital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
