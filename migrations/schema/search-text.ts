/**
 * The words of a text without case and accents, separated by blanks. It counts as immutable, because the rules of
 * unaccent do not change. NFKD splits accents from letters that these rules do not know.
 */
export const SEARCH_TEXT = `
  create function search_text(words text)
    returns text
    language sql
    immutable parallel safe strict
  return btrim(regexp_replace(lower(unaccent('unaccent'::regdictionary, normalize(words, nfkd))),
    '[[:space:][:punct:][:cntrl:]]+', ' ', 'g'));
`;
