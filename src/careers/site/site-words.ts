import { deferred, t, translated } from '../../platform/index.js';
import { ACCEPTED_TYPES } from '../submissions/file-types.js';

/** Messages of the API about a form, with the answer in the place of a field. */
export const MESSAGES = [
  deferred('The answer must be an e-mail address.'),
  deferred('The answer must be a phone number.'),
  deferred('The answer must be a decimal number such as 7 or 2.5.'),
  deferred('The answer must be a date such as 2026-01-31.'),
  deferred('The answer must be a URL with http or https.'),
  deferred('The form of the job has no such field.'),
];

/** The same, with values in them. */
const PATTERNS: readonly [RegExp, (...values: string[]) => string][] = [
  [
    /^The answer must have at most (\d+) characters\.$/,
    (max) => t('The answer must have at most {max} characters.', { max: max! }),
  ],
  [
    /^The answer must be one of these types: /,
    () => t('The answer must be one of these types: {types}.', { types: translated(ACCEPTED_TYPES) }),
  ],
  [
    /^The answer must be one of (.*)\.$/s,
    (choices) => t('The answer must be one of {choices}.', { choices: choices! }),
  ],
  [
    /^The file (.*) must be at most (\d+) bytes\.$/s,
    (name, max) => t('The file {name} must be at most {max} bytes.', { name: name!, max: max! }),
  ],
  [
    /^An application must have at most (\d+) files\.$/,
    (max) => t('An application must have at most {max} files.', { max: max! }),
  ],
];

/** A message of the API in the language of the page; it stays English if there is no translation. */
export function inWords(message: string): string {
  for (const [pattern, say] of PATTERNS) {
    const found = pattern.exec(message);
    if (found) return say(...found.slice(1));
  }
  return translated(message);
}

/** The same for a message about one field, which begins with the name of that field in the API. */
export function ruleInWords(message: string): string {
  const [, rule] = / (must .*)$/s.exec(message) ?? [];
  return inWords(rule ? `The answer ${rule}` : message);
}
