/** Control characters, line separators, and marks that change the writing direction. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A name as people should see it: the last part of a path, without unseen characters, trimmed. `max`: characters to which
 * it is shortened, its ending kept. Null when nothing is left.
 *
 * @example cleanName('C:\\plans\\q3.pdf') // q3.pdf
 */
export function cleanName(given: string, max = Infinity): string | null {
  const name = given
    .replace(UNSEEN, '')
    .replace(/^.*[/\\]/s, '')
    .trim();
  if (/^(\.{0,2}|\p{Cf}*)$/u.test(name)) return null;
  const characters = [...name];
  if (characters.length <= max) return name;
  const ending = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? '';
  return characters.slice(0, max - [...ending].length).join('') + ending;
}
