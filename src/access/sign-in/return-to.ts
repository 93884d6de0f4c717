/** Base for URL parsing only. */
const HERE = 'http://here.invalid';

/**
 * Open redirect protection: the path and query, if it stays on this host; else null. Parsed as browsers do: backslashes count
 * as slashes, and tabs and line breaks are ignored.
 */
export function localPath(given: unknown): string | null {
  if (typeof given !== 'string' || !given.startsWith('/')) return null;
  const url = URL.parse(given, HERE);
  if (!url || url.origin !== HERE || url.username || url.password) return null;
  const path = url.pathname + url.search;
  return path.startsWith('//') ? null : path;
}
