import { deferred, LANGUAGES } from '../languages/index.js';
import { translated } from './language.js';

/** Words of the API that people call otherwise, or write in capitals. */
const SPELT: Record<string, string> = {
  ...LANGUAGES,
  api: 'API',
  csv: 'CSV',
  disqualified: 'rejected',
  disqualification: 'rejection',
  id: 'Id',
  ip: 'IP',
  ids: 'ids',
  mime: 'MIME',
  oauth: 'OAuth',
  q: deferred('Find'),
  todo: deferred('to do'),
  url: 'URL',
};

/** `in_progress` → `In progress`, `owner_id` → `Owner`, `created_at` → `Created`. */
export const inEnglish = (name: string): string => {
  const words = name
    .replace(/(?<=.)_(at|id)$/, '')
    .replaceAll('_', ' ')
    .split(' ');
  const text = words.map((word) => SPELT[word] ?? word).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The same in the language of the reader. */
export const worded = (name: string): string => translated(inEnglish(name));

/** `office.document` → `documents`, `project.time_entry` → `time entries`. */
export function typeInEnglish(type: string): string {
  const words = inEnglish(type.slice(type.indexOf('.') + 1));
  const text = /^[A-Z]{2}/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
  return text.endsWith('s') ? text : /[^aeiou]y$/.test(text) ? `${text.slice(0, -1)}ies` : `${text}s`;
}

/** `guard.alert_rule.seeded` → `Alert rule seeded`. */
export function actionInWords(action: string): string {
  const [, ...parts] = action.split('.');
  const done = inEnglish(parts.at(-1)!);
  const type = parts.length > 1 ? worded(parts.slice(0, -1).join('_')) : '';
  return type ? `${type} ${translated(done.charAt(0).toLowerCase() + done.slice(1))}` : translated(done);
}
