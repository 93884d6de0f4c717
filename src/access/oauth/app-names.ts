/** Letters of other alphabets, and digits, that look like Latin ones. */
const LATIN_OF: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'aаαɑ',
    'bЬвβ',
    'cсϲ',
    'dԁ',
    'eеεℯ',
    'gԍɡ',
    'hһнη',
    'iіιıl1|ӏ',
    'jј',
    'kкκ',
    'mмμ',
    'nпո',
    'oоοօ0',
    'pрρ',
    'qԛ',
    'sѕʂ5',
    'tтτ',
    'uυս',
    'vѵν',
    'wԝωɯ',
    'xхχ',
    'yуγү',
    'zᴢ',
  ].flatMap((group) => [...group].map((letter) => [letter, group[0]!])),
);

/** Skeleton of a name: lower-case Latin letters without marks, blanks, punctuation and invisible characters. */
export function lookOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}|]/gu, '');
  return [...plain].map((letter) => LATIN_OF[letter] ?? letter).join('');
}

const OWN_LOOKS = ['Workspace Suite', 'Workspace Suite Console', 'Console'].map(lookOf);

/** Whether an app with this name would be taken for the product, or for the thing of one of `others`. */
export const imitates = (name: string, others: readonly string[] = []): boolean =>
  [...OWN_LOOKS, ...others.map(lookOf)].some((look) => look !== '' && look === lookOf(name));
