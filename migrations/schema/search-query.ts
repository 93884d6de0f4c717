/**
 * Matches records that have all words, each as the beginning of a word. Null, which matches nothing, where there is
 * no word. The words of search_text have no characters with a meaning in a tsquery; of a word, 255 characters are stored.
 */
export const SEARCH_QUERY = `
  create function search_query(words text)
    returns tsquery
    language sql
    immutable parallel safe strict
  return (select string_agg("left"(word, 255) || ':*', ' & ')
            from unnest(string_to_array(search_text(words), ' ')) word
           where word <> '')::tsquery;
`;
