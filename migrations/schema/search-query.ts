/**
 * Matches records that have all words, each as the beginning of a word. Null, which matches nothing, where there is
 * no word.
 */
export const SEARCH_QUERY = `
  create function search_query(words text)
    returns tsquery
    language sql
    immutable parallel safe strict
  return to_tsquery('simple'::regconfig, (replace(nullif(search_text(words), ''), ' ', ':* & ') || ':*'));
`;
