/** The value of the column "search". 200 000 characters never exceed the 1 MiB of a tsvector. */
export const SEARCH_VECTOR = `
  create function search_vector(variadic texts text[])
    returns tsvector
    language sql
    immutable parallel safe
  return strip(to_tsvector('simple'::regconfig, search_text("left"(array_to_string(texts, ' '), 200000))));
`;
