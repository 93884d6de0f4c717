/** Only to make a path whole; nothing is ever asked there. */
const HERE = 'http://here.invalid';

/**
 * The path, with its query, that somebody goes on to after signing in, if it is one of this very host; else null.
 * Browsers take a backslash for a slash and leave out tabs and line breaks, so what counts is how they would read it.
 */
export function localPath(given: unknown): string | null {
  if (typeof given !== 'string' || !given.startsWith('/')) return null;
  const url = URL.parse(given, HERE);
  if (!url || url.origin !== HERE || url.username || url.password) return null;
  const path = url.pathname + url.search;
  return path.startsWith('//') ? null : path;
}
