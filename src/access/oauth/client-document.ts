import { allScopes, isScope } from '../../platform/index.js';
import { imitates } from './app-names.js';
import { flawsOf } from './redirect-uri.js';

const MAX_URL = 2_048;
const MAX_NAME = 100;
const MAX_REDIRECT_URIS = 20;

/** A third-party app described by its Client ID Metadata Document, whose URL is the `client_id`. */
export interface ClientDocument {
  url: string;
  /** Self-declared, unverified name. */
  name: string;
  /** The host that the document comes from. */
  host: string;
  redirect_uris: string[];
  scopes: string[];
}

/** The document is unavailable or invalid. The message is shown to users. */
export class DocumentRefusal extends Error {
  override name = 'DocumentRefusal';
}

/**
 * Whether a `client_id` is a document URL: https with a path, in normalised form, so that each app has one URL. `plain`: also
 * allow http.
 */
export function isDocumentUrl(id: unknown, plain = false): id is string {
  if (typeof id !== 'string' || id.length > MAX_URL) return false;
  const url = URL.parse(id);
  const schemes = plain ? ['https:', 'http:'] : ['https:'];
  return url !== null && schemes.includes(url.protocol) && url.href === id && url.pathname !== '/' && !/[#@]/.test(id);
}

/** Validates a document fetched from `url`; throws `DocumentRefusal`. */
export function readDocument(url: string, text: string): ClientDocument {
  const { host } = new URL(url);
  const document = parsed(text);
  if (document.client_id !== url) throw new DocumentRefusal('client_id in it is not its own address');
  if ('client_secret' in document) throw new DocumentRefusal('it has a client_secret, which would be no secret');
  const { token_endpoint_auth_method: method = 'none' } = document;
  if (method !== 'none') throw new DocumentRefusal('token_endpoint_auth_method must be none');
  const { redirect_uris } = document;
  if (!isTexts(redirect_uris) || !redirect_uris.length || redirect_uris.length > MAX_REDIRECT_URIS)
    throw new DocumentRefusal(`redirect_uris must be 1 to ${MAX_REDIRECT_URIS} addresses`);
  const [[place, flaw] = []] = flawsOf(redirect_uris, true);
  if (flaw) throw new DocumentRefusal(`redirect_uris[${place}] ${flaw.replace(/\.$/, '')}`);
  return { url, name: nameIn(document, host), host, redirect_uris, scopes: scopesIn(document) };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null && !Array.isArray(document))
      return document as Record<string, unknown>;
  } catch {
    // Treated like other invalid JSON.
  }
  throw new DocumentRefusal('it is no JSON object');
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string' && text.length <= MAX_URL);

function nameIn({ client_name }: Record<string, unknown>, host: string): string {
  if (typeof client_name !== 'string') return host;
  // Removes invisible and direction-changing characters, which could imitate another name.
  const shown = client_name.replace(/[\p{C}\s]+/gu, ' ').trim();
  const name = [...shown].slice(0, MAX_NAME).join('').trim();
  if (imitates(name)) throw new DocumentRefusal('client_name must not be the name of the console');
  return name || host;
}

/** Allowed scopes: the known ones that it lists, or all. */
function scopesIn({ scope }: Record<string, unknown>): string[] {
  const named = typeof scope === 'string' ? scope.split(' ').filter((each) => isScope(each)) : [];
  return named.length ? [...new Set(named)] : allScopes();
}
