/** HTML without tags and entities. */
export const TEXT_OF_HTML = `
  create function text_of_html(html text)
    returns text
    language sql
    immutable parallel safe strict
  return regexp_replace(html, '<[^>]*>|&[a-z0-9#]+;', ' ', 'gi');
`;
