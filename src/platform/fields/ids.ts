import { typeidUnboxed } from 'typeid-js';

/** A new id: the prefix, an underscore, and a time-ordered UUID (version 7) in base 32. */
export const newId = (prefix: string): string => typeidUnboxed(prefix);

/** Placeholder for deleted users. */
export const DELETED_USER = 'usr_deleted';

/** Whether a text has the format of an id with this prefix. Other texts need no query. */
export function isId(prefix: string, value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.startsWith(prefix) &&
    ((value.length === prefix.length + 27 && /_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value)) ||
      (value === DELETED_USER && prefix === 'usr'))
  );
}

/** Facts of an id in OpenAPI beyond its type. Clients link to records by `x-id-prefix`, which names the kind of record. */
export const idFacts = (prefix: string) => ({ maxLength: prefix.length + 27, 'x-id-prefix': prefix });

/** OpenAPI schema of an id with this prefix. There is no `pattern`, because a malformed id is a 404, not a 400. */
export const idSchema = (prefix: string) => ({
  type: 'string',
  ...idFacts(prefix),
  examples: [`${prefix}_01jz8k3m5n7p9q1r3s5t7v9w1x`],
});

/** The prefix of an id; null: the text is not an id. */
export function prefixOf(text: string): string | null {
  return /^[a-z]{1,20}(?=_[0-7][0-9a-hjkmnp-tv-z]{25}$)/.exec(text)?.[0] ?? null;
}
