import type { Json } from './schemas.js';

export const REQUEST_ID = 'req_01jz8k3m5n7p9q1r3s5t7v9w1x';

const header = (description: string, schema: Json, example?: unknown): Json => ({
  description,
  schema,
  ...(example !== undefined && { example }),
});
const text = { type: 'string' };
const count = { type: 'integer' };

/** Headers of answers. */
export const headers: Json = {
  'X-Request-Id': header('Id of the request, also in the log and the audit trail.', text, REQUEST_ID),
  ETag: header(
    'Revision of the record, for `If-Match`, and digest of the representation, for `If-None-Match`.',
    text,
    '"3.Zk3xJ0aQmT8uYw2c"',
  ),
  Location: header(
    'URL of the new record, of the review, or of the same request in the deployment where the workspace is now.',
    { type: 'string', format: 'uri-reference' },
  ),
  'Idempotency-Replayed': header('`true`: the saved answer to an earlier request with this key.', text),
  'RateLimit-Policy': header('The rate limit: `q` requests in `w` seconds.', text, '"default";q=600;w=60'),
  RateLimit: header('Remaining quota: `r` requests; reset in `t` seconds.', text, '"default";r=599;t=42'),
  'X-RateLimit-Limit': header('Requests allowed per minute.', count, 600),
  'X-RateLimit-Remaining': header('Requests remaining.', count, 599),
  'X-RateLimit-Reset': header('Time of the quota reset, in seconds since 1970.', count, 1767225600),
  'Retry-After': header('Seconds to wait.', count, 42),
  Deprecation: header('Date of deprecation (RFC 9745).', text, '@1767225600'),
  Sunset: header('Date of removal (RFC 8594).', text),
  Link: header('Successor of the endpoint.', text),
  'WWW-Authenticate': header('Authentication scheme, or the problem of the credential (RFC 6750, RFC 9470).', text),
};

const parameter = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'header',
  description,
  schema,
});

/** Headers of requests. */
export const parameters: Json = {
  IdempotencyKey: parameter(
    'Idempotency-Key',
    'Unique text chosen by the client. Retries with the same key run once and get the same response for 24 hours.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  IfMatch: parameter('If-Match', 'The request succeeds only if the record still has this ETag; otherwise 412.', text),
  IfNoneMatch: parameter('If-None-Match', 'The response is 304 if the record still has this ETag.', text),
  ContentDigest: parameter('Content-Digest', 'SHA-256 of the body (RFC 9530). A body with another digest is refused.', {
    type: 'string',
    examples: ['sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:'],
  }),
  PartSha256: parameter('X-Part-Sha256', 'SHA-256 of the part in hex. A part with another digest is refused.', {
    type: 'string',
    pattern: '^[0-9a-fA-F]{64}$',
  }),
  ...Object.fromEntries(
    Object.entries({
      'X-Service-Signature': '`sha256=` and the hex HMAC-SHA256 of the raw body, keyed with the secret.',
      'X-Service-Event': 'Type of the event.',
      'X-Service-Delivery': 'Id of the delivery.',
      'webhook-id': 'Id of the event; the same for every attempt.',
      'webhook-timestamp': 'Time of this attempt, in seconds since 1970.',
      'webhook-signature': 'Signature of Standard Webhooks; it also prevents replay attacks.',
    }).map(([name, description]) => [name, { ...parameter(name, description, text), required: true }]),
  ),
  Prefer: parameter('Prefer', '`handling=strict` refuses unknown fields.', {
    type: 'string',
    examples: ['handling=strict'],
  }),
  PreferOfWrites: parameter(
    'Prefer',
    '`handling=strict` refuses unknown fields. `dry-run` changes nothing: the answer is 200 with `Preference-Applied: dry-run` and a `DryRun`.',
    { type: 'string', examples: ['dry-run', 'handling=strict'] },
  ),
};

/** Headers of every delivery to a webhook. */
export const DELIVERY_HEADERS = Object.keys(parameters).filter((name) => /^(X-Service|webhook)-/.test(name));

/** References to response headers by name. */
export const headerRefs = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const parameterRef = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

export const RATE_LIMIT_HEADERS = Object.keys(headers).filter((name) => name.includes('RateLimit'));
