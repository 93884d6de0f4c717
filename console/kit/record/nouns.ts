/** `Time entries` → `time entry`, `Activities` → `activity`, `API keys` → `API key`. */
export function nounOf(title: string): string {
  const words = title.replace(/ of .+$/, '');
  const text = /^[A-Z]{2}/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
  return text.replace(/ies$/, 'y').replace(/s$/, '');
}

/** `a task`, `an activity`. */
export const withArticle = (noun: string): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;

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
