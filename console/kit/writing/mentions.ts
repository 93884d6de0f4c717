/** Milliseconds for which a name is taken as known. */
export const KNOWN_MS = 5 * 60_000;

/** Somebody who is mentioned in a text, by name. */
export interface Mentioned {
  id: string;
  name: string;
}

/** The beginning of a name behind an `@` that stands before the caret, and where the `@` is; null: nobody is being named. */
export function nameBefore(text: string, caret: number): { from: number; typed: string } | null {
  const found = /(?:^|[\s([])@([\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]*)?)$/u.exec(text.slice(0, caret));
  return found && { from: caret - found[1]!.length - 1, typed: found[1]! };
}

/** Ids of the chosen people whose names still stand in the text. */
export const mentionsIn = (text: string, chosen: readonly Mentioned[]): string[] => [
  ...new Set(chosen.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
];

/** A text in pieces; those with an `id` mention somebody. */
export function piecesOf(text: string, people: readonly Mentioned[]): { text: string; id?: string }[] {
  const names = people.map(({ name }) => `@${name}`).toSorted((a, b) => b.length - a.length);
  if (!names.length) return [{ text }];
  const pattern = new RegExp(`(${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`);
  return text
    .split(pattern)
    .filter(Boolean)
    .map((piece) => ({ text: piece, id: people.find(({ name }) => `@${name}` === piece)?.id }));
}
