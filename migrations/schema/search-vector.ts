/**
 * The value of the column "search": the words of search_text as they are. PostgreSQL's parser would split a word such as
 * 5e12abc into a number and a rest. Of a word the first 255 characters are stored, because a longer one may be too long for a
 * tsvector. 200 000 characters never exceed the 1 MiB of a tsvector.
 */
export const SEARCH_VECTOR = `
  create function search_vector(variadic texts text[])
    returns tsvector
    language sql
    immutable parallel safe
  return array_to_tsvector(array(
    select "left"(word, 255)
      from unnest(string_to_array(search_text("left"(array_to_string(texts, ' '), 200000)), ' ')) word
     where word <> ''));
`;
