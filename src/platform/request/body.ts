import type { IncomingMessage } from 'node:http';
import { ApiError, invalid, invalidField } from '../errors/api-error.js';
import { bodyMemory, responseTo } from './body-memory.js';
import { watchPace } from './body-pace.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Maximum nesting of a JSON body. */
const MAX_DEPTH = 100;

/** Maximum number of values in a JSON body, because parsing more would block other requests. */
const MAX_VALUES = 400_000;

/** Maximum time for a buffered body to arrive. */
const MAX_SECONDS = 300;

/** A body as it came (for the fingerprint of an Idempotency-Key) and as JSON. */
interface JsonBody {
  text: string;
  value: unknown;
}

/**
 * Reads and parses a JSON body of at most `limit` bytes. Nest's body parser is off, because a body is read only after
 * credential, scope and record have been checked (D-API-2a). A missing body counts as an empty object, so that the error names
 * the missing fields. `dialect`: a further accepted media type.
 */
export async function readJson(request: IncomingMessage, limit: number, dialect?: string): Promise<JsonBody> {
  if (!hasBody(request)) return { text: '', value: {} };
  const type = request.headers['content-type'];
  const plain = type?.split(';', 1)[0]!.trim().toLowerCase();
  if (!plain || !['application/json', dialect ?? 'application/merge-patch+json'].includes(plain)) {
    const names = ['application/json', dialect].filter(Boolean).join(' or ');
    throw invalidField('Content-Type', 'invalid_value', `Content-Type must be ${names}.`);
  }
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(type!)?.[1];
  if (charset && !/^utf-?8$/i.test(charset)) {
    throw invalidField('Content-Type', 'invalid_value', 'The charset must be utf-8.');
  }
  const encoding = request.headers['content-encoding'];
  if (encoding && encoding !== 'identity') {
    throw invalidField('Content-Encoding', 'invalid_value', 'Bodies must not be compressed.');
  }
  return parseJson(await readBytes(request, limit));
}

/** Parses untrusted JSON: a whole body, or a part of a form. */
export function parseJson(bytes: Buffer): JsonBody {
  refuseMany(bytes);
  const text = decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid([], 'The body is not valid JSON.');
  }
  refuseDeep(value);
  // Valid UTF-8 contains neither NUL (rejected) nor lone surrogates, so only escapes can.
  if (/\\u(0000|d[89a-f])/i.test(text)) refuseBadText(value, '');
  return { text, value };
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Whether the client waits for `100 Continue`. It is sent when the body is about to be read, after all checks that do not need
 * the body.
 */
export const awaitsContinue = ({ headers }: IncomingMessage): boolean => headers.expect !== undefined;

export function askForBody(request: IncomingMessage): void {
  if (!awaitsContinue(request)) return;
  responseTo(request).writeContinue();
  delete request.headers.expect;
}

/** Reads a body into memory. Throws 413 beyond `limit`, 408 below the minimum throughput, and 400 after `MAX_SECONDS`. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => {
    request.pause();
    // The rest of the body is not read: the connection ends with the answer.
    return new ApiError(413, `The body must be at most ${limit} bytes.`, undefined, { Connection: 'close' });
  };
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > limit) throw tooLarge();
  const memory = bodyMemory.reserve(request, length);
  askForBody(request);
  const chunks: Buffer[] = [];
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let size = 0;
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) return reject(tooLarge());
    try {
      memory.grow(size);
      chunks.push(chunk);
    } catch (error) {
      reject(error as Error);
    }
  };
  const late = setTimeout(() => reject(invalid([], 'The body took too long to arrive.')), MAX_SECONDS * 1000);
  const unwatch = watchPace(request, (error) => {
    request.pause();
    reject(error);
  });
  request.on('data', take);
  request.once('end', resolve);
  request.once('error', () => reject(invalid([], 'The body is incomplete.')));
  // The error, whose stack is expensive, is created only for aborted requests.
  request.once('close', () => request.readableEnded || reject(invalid([], 'The body is incomplete.')));
  try {
    await ended;
  } finally {
    clearTimeout(late);
    unwatch();
    request.off('data', take);
  }
  // Empties the list, because the request outlives the need for its bytes.
  const all = chunks.splice(0);
  return all.length === 1 ? all[0]! : Buffer.concat(all);
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid([], 'The body is not valid UTF-8.');
  }
}

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = Buffer.from('"\\,[{');

/** Counts values before parsing, skipping strings. */
function refuseMany(bytes: Buffer): void {
  if (bytes.length <= MAX_VALUES) return;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if ((byte === COMMA || byte === LIST || byte === OBJECT) && ++values > MAX_VALUES)
      throw invalid([], `The body must not have more than ${MAX_VALUES} values.`);
  }
}

/** End of a JSON string; a quote after an odd number of backslashes is escaped. */
function endOfText(bytes: Buffer, start: number): number {
  for (let end = start; ;) {
    end = bytes.indexOf(QUOTE!, end + 1);
    if (end < 0) return bytes.length;
    let slashes = 0;
    while (bytes[end - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
}

/** Refuses deep nesting, because recursive handlers would exhaust the stack. */
function refuseDeep(value: unknown, depth = 1): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) throw invalid([], `The body must not be nested deeper than ${MAX_DEPTH} levels.`);
  for (const item of Object.values(value)) refuseDeep(item, depth + 1);
}

/** PostgreSQL cannot store NUL, and a lone surrogate is no character (D-API-11). */
export function refuseBadText(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw invalidField(path, 'invalid_value', `${path || 'The body'} must not contain NUL or lone surrogates.`);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const at = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
      refuseBadText(key, at.replace(/[\0\ud800-\udfff]/g, '\ufffd'));
      refuseBadText(item, at);
    }
  }
}
