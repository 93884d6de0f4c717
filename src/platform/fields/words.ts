/**
 * The words of a text: letters and digits, without case or accents. A longer one is several: an index of words takes at most
 * 2 KiB, and one letter may stand for many.
 */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{1,100}/gu),
  ),
];
