/** Somebody as a file names them: by an address, a name, or both. */
export interface PersonName {
  person: string;
  email?: string;
}

/** A record as a file names it: by its id in the other system, its id here, or its name. */
export interface RecordName {
  record: string;
}

export const isPerson = (value: unknown): value is PersonName =>
  typeof value === 'object' && value !== null && 'person' in value;
export const isRecordName = (value: unknown): value is RecordName =>
  typeof value === 'object' && value !== null && 'record' in value;

/** The records that a value names. */
export function recordNamesIn(value: unknown): RecordName[] {
  if (isRecordName(value)) return [value];
  return Array.isArray(value) ? value.filter(isRecordName) : [];
}

/** The items of a cell: `a, b; c`, JSON, or Google's `Friends ::: * myContacts`, whose star marks groups of its own. */
export function listIn(text: string): string[] {
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return [...new Set(list.map(String))];
    } catch {
      // A text that begins with a bracket.
    }
  }
  const items = itemsIn(text, /:::|[;,\n]/);
  return [...new Set(items)].filter((item) => !item.startsWith('* '));
}

/** The parts of a cell that stand between separators. */
export const itemsIn = (text: string, separator: string | RegExp = ','): string[] =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter(Boolean);

/** The addresses of a cell. */
export const addressesIn = (text: string): string[] => [
  ...new Set(text.split(/[\s<>,;"']/).filter((word) => /^[^@]+@[^@.]+\.[^@]+$/.test(word))),
];

/** `Ada Lovelace <ada@example.com>`, an address, or a name; null for nobody. */
export function personIn(text: string): PersonName | null {
  const [email] = addressesIn(text);
  const person = (email ?? text).trim();
  return person === '' || /^(unassigned|none|nobody|no owner|niemand)$/i.test(person)
    ? null
    : { person, ...(email && { email }) };
}
