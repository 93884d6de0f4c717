const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Schemes handled by browsers themselves. */
const BROWSERS_OWN =
  /^(about|blob|chrome|chrome-extension|data|file|filesystem|ftp|intent|javascript|mailto|vbscript|view-source|ws|wss):$/;

/** The characters of RFC 3986. */
const URI = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;
/** Host syntax; may be empty in private schemes. Used in the CSP of the consent page. */
const HOST = /^[a-z0-9.-]*$|^\[[0-9a-f:.]+\]$/i;

/**
 * The problem of a redirect URI, or null. Allowed are https, http on the loopback interface, and for public clients a private
 * scheme with a dot (RFC 8252).
 */
export function flawOf(uri: string, isPublic: boolean): string | null {
  const url = URL.parse(uri);
  if (!url || !URI.test(uri) || !HOST.test(url.hostname)) return 'is not an absolute URI.';
  if (uri.includes('#')) return 'must not have a fragment.';
  if (url.username || url.password) return 'must not contain a name or password.';
  // Must be in normalised form, because requests are compared as strings but browsers follow the parsed URL.
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:') return isLoopback(url) ? null : 'must be https; http is for loopback only.';
  if (!isPublic) return 'must be https, or http on loopback.';
  if (BROWSERS_OWN.test(url.protocol) || !url.protocol.includes('.'))
    return 'must be https, http on loopback, or a private scheme such as com.example.app:/callback.';
  return null;
}

/** Indexes and problems of invalid URIs. */
export const flawsOf = (uris: readonly string[], isPublic: boolean): [index: number, flaw: string][] =>
  uris.flatMap((uri, index): [number, string][] => {
    const flaw = flawOf(uri, isPublic);
    return flaw === null ? [] : [[index, flaw]];
  });

/** Whether the redirect goes to a TLS-authenticated host. */
export const isClaimed = (uri: string): boolean => uri.toLowerCase().startsWith('https:') && !isLoopback(new URL(uri));

/** Source expression for `form-action`, so that the browser may follow the redirect. */
export function formTarget(uri: string): string {
  const url = new URL(uri);
  return /^https?:$/.test(url.protocol) ? url.origin : url.protocol;
}

const isLoopback = ({ hostname }: URL) => LOOPBACK.includes(hostname);
