import type { Settings } from '../config/settings.js';
import { ApiError, type DetailCode, type ErrorStatus } from '../errors/api-error.js';
import { errorBody } from '../request/error-answers.js';
import { MAX_TOTAL } from '../resource/page.js';
import { scopesInWords } from '../security/apps.js';
import { COMPARISONS } from './conditions.js';
import { refTo } from './names.js';
import type { Json } from './schemas.js';

const REQUEST_ID = 'req_01jz8k3m5n7p9q1r3s5t7v9w1x';

/** The meaning of each error, for all routes that can answer with it. */
export const errors: Record<ErrorStatus, { name: string; description: string }> = {
  308: {
    name: 'WorkspaceMoved',
    description:
      'The workspace has moved to another deployment: send the same request to `Location`, for which this one stands in for 30 days. ' +
      'Most clients do not send their credential along to another host by themselves.',
  },
  400: {
    name: 'ValidationError',
    description: 'The request is not valid; `details` names every wrong field.',
  },
  401: {
    name: 'Unauthorized',
    description: 'The credential is missing, unknown, expired or revoked.',
  },
  403: {
    name: 'Forbidden',
    description: 'The credential lacks the scope or the right to the record, or a policy denies the request.',
  },
  404: {
    name: 'NotFound',
    description: 'The record does not exist in this workspace, or the credential may not see it.',
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'See `Allow`.',
  },
  408: {
    name: 'RequestTimeout',
    description: 'The body arrived too slowly.',
  },
  409: {
    name: 'Conflict',
    description: 'Conflict with the state of the record, with another record or with a running request.',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The record has changed: its ETag is not the one in `If-Match`.',
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body exceeds the limit of this endpoint.',
  },
  429: {
    name: 'RateLimitExceeded',
    description: 'Rate limit exceeded; `Retry-After` holds the seconds to wait.',
  },
  500: {
    name: 'InternalError',
    description: 'Internal error; the log has its details under the request id.',
  },
  503: {
    name: 'Unavailable',
    description:
      'A dependency of the server is not available, or the workspace is frozen: it can be read, but not changed (`WORKSPACE_FROZEN`). ' +
      '`Retry-After` holds the seconds to wait.',
  },
};

const detailCodes: Record<DetailCode, string> = {
  required: 'is missing or empty',
  invalid_type: 'has another type',
  invalid_format: 'does not have the required format',
  invalid_value: 'is not among the allowed values',
  too_long: 'has too many characters',
  too_short: 'has too few characters',
  too_many: 'has too many items',
  too_large: 'has too many bytes',
  out_of_range: 'is too small, too large, too early or too late',
  too_broad: 'is a condition whose search took too long: ask for more fields',
  unknown_field:
    'is not a field of the request (only with `Prefer: handling=strict`) or cannot be asked for in a condition',
  not_found: 'names a record that does not exist',
  duplicate: 'occurs twice',
  immutable: 'cannot be changed any more',
  out_of_sequence: 'does not continue the existing sequence',
  key_reused: 'was used before with another request',
};

const header = (description: string, schema: Json, example?: unknown): Json => ({
  description,
  schema,
  ...(example !== undefined && { example }),
});
const text = { type: 'string' };
const count = { type: 'integer' };

const headers: Json = {
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
};

const parameter = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'header',
  description,
  schema,
});

const parameters: Json = {
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

/** An answer with an error. `messages`: those that the route declares for it, which are its examples. */
export function errorResponse(status: ErrorStatus, messages: readonly string[] = []): Json {
  const examples = messages.map((message, index) => [
    messages.length > 1 ? `${index + 1}` : 'example',
    { summary: message, value: JSON.parse(errorBody(new ApiError(status, message), REQUEST_ID)) },
  ]);
  const extra = {
    308: ['Location'],
    401: ['WWW-Authenticate'],
    403: ['WWW-Authenticate'],
    429: ['Retry-After', ...RATE_LIMIT_HEADERS],
    503: ['Retry-After'],
  };
  return {
    description: [errors[status].description, ...messages.map((message) => `- ${message}`)].join('\n'),
    headers: headerRefs('X-Request-Id', ...((extra as Json)[status] ?? [])),
    content: {
      'application/json': {
        schema: refTo('ApiError'),
        ...(examples.length && { examples: Object.fromEntries(examples) }),
      },
    },
  };
}

/** Codes of errors that a program handles in another way than the rest of their status. */
const SPECIAL_CODES = ['REAUTHENTICATION_REQUIRED', 'QUOTA_EXCEEDED', 'WORKSPACE_FROZEN'];

/** Schemas that belong to no class. */
export const baseSchemas: Json = {
  ...COMPARISONS,
  Included: {
    type: 'object',
    description: 'Records by their ids, each once. Those that the caller may not read are absent.',
    additionalProperties: { type: 'object', additionalProperties: true },
  },
  PendingReview: {
    type: 'object',
    description: 'A request that waits for approvals.',
    properties: {
      review_id: {
        type: 'string',
        description: 'The review, at `/v1/guard/reviews/{id}`.',
        examples: ['rev_01jz8k3m5n7p9q1r3s5t7v9w1x'],
      },
      status: { const: 'pending', description: 'It waits.' },
      expires_at: {
        type: 'string',
        format: 'date-time',
        description: 'Without its approvals it expires at this time.',
      },
    },
    required: ['review_id', 'status', 'expires_at'],
  },
  DryRun: {
    type: 'object',
    description: 'What a request with `Prefer: dry-run` would do.',
    properties: {
      dry_run: { const: true, description: 'Nothing was changed.' },
      status: { type: 'integer', description: 'The status that the request would have.' },
      result: { description: 'The body of that answer; null without one. Ids and times are those of this try.' },
      changes: {
        type: 'array',
        description: 'The changes of records that you may read.',
        items: {
          type: 'object',
          description: 'The change of one record.',
          properties: {
            type: { type: 'string', description: 'Type of the record.', examples: ['sales.deal'] },
            id: { type: 'string', description: 'Id of the record.' },
            action: {
              type: 'string',
              description: 'Action, as the audit log names it.',
              examples: ['sales.deal.updated'],
            },
            changes: {
              type: ['object', 'null'],
              description: 'Fields with their values before and after, as the audit log shows them.',
              additionalProperties: {
                type: 'object',
                properties: {
                  from: { description: 'The value before.' },
                  to: { description: 'The value after.' },
                },
                required: ['from', 'to'],
              },
            },
          },
          required: ['type', 'id', 'action', 'changes'],
        },
      },
      events: { type: 'array', items: { type: 'string' }, description: 'Types of the events of these changes.' },
      needs_review: {
        type: 'array',
        items: { type: 'string' },
        description: 'Policies that would let the request wait for approvals. Absent where there are none.',
      },
    },
    required: ['dry_run', 'status', 'result', 'changes', 'events'],
  },
  ApiError: {
    type: 'object',
    description: 'Error; all errors have this form.',
    properties: {
      error: {
        type: 'object',
        description: 'The error.',
        properties: {
          code: {
            type: 'string',
            enum: [
              ...Object.keys(errors).map((status) => new ApiError(Number(status) as ErrorStatus, '').code),
              ...SPECIAL_CODES,
            ],
            description:
              'Machine-readable code; one for each status, but for `REAUTHENTICATION_REQUIRED` (401), `QUOTA_EXCEEDED` (403), `WORKSPACE_FROZEN` (503) and `WORKSPACE_MOVED` (308, and 403 after 30 days).',
          },
          message: { type: 'string', description: 'Human-readable message; the wording may change.' },
          request_id: {
            type: 'string',
            examples: [REQUEST_ID],
            description: '`X-Request-Id` of the response, also in the log and the audit trail.',
          },
          details: {
            type: 'array',
            items: refTo('ErrorDetail'),
            description: 'All problems of the request. Absent without further details.',
          },
        },
        required: ['code', 'message', 'request_id'],
      },
      failed_operation: {
        type: 'integer',
        minimum: 0,
        description: 'Of an atomic batch only: the operation that has this error, from 0. Nothing was changed.',
      },
    },
    required: ['error'],
  },
  ErrorDetail: {
    type: 'object',
    description: 'Problem of one field of a request.',
    properties: {
      field: {
        type: 'string',
        examples: ['candidate.email', 'stages[0].order', 'limit', 'Idempotency-Key'],
        description: 'Path of a field in the body, query parameter or header.',
      },
      code: {
        type: 'string',
        enum: Object.keys(detailCodes),
        description: Object.entries(detailCodes)
          .map(([code, meaning]) => `- \`${code}\`: the field ${meaning}`)
          .join('\n'),
      },
      message: { type: 'string', description: 'Human-readable message; the wording may change.' },
    },
    required: ['field', 'code', 'message'],
  },
  EventEnvelope: {
    type: 'object',
    description: 'An event, as deliveries carry it.',
    properties: {
      id: { type: 'string', description: 'Id of the event; the same for every attempt. Use it to drop duplicates.' },
      workspace_id: { type: 'string', description: 'Workspace of the event.' },
      timestamp: { type: 'string', format: 'date-time', description: 'Time of the event.' },
      sequence: { type: 'integer', minimum: 1, description: 'Sequence number; it increases within the workspace.' },
      actor: {
        type: 'object',
        description: 'Actor: the caller that caused the event.',
        properties: {
          type: { type: 'string', description: '`user`, `api_key`, `oauth_client`, `system` or `public`.' },
          id: { type: ['string', 'null'], description: 'Null for `system` and `public`.' },
          via: {
            type: 'object',
            description: 'App: the OAuth client through which the user acted. Absent for the console and API keys.',
            properties: {
              type: { type: 'string', enum: ['oauth_client'], description: 'Kind of the app.' },
              id: { type: 'string', description: 'Id of the OAuth client.' },
              name: { type: 'string', description: 'Name of the OAuth client at that time.' },
            },
            required: ['type', 'id', 'name'],
          },
        },
        required: ['type', 'id'],
      },
    },
    required: ['id', 'workspace_id', 'timestamp', 'sequence', 'actor'],
  },
  PageMeta: {
    type: 'object',
    description: 'Position of a page in its list.',
    properties: {
      total: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_TOTAL,
        description: 'Number of matches on all pages at the time of the first page. Exact up to 10 000.',
      },
      total_relation: {
        type: 'string',
        enum: ['gte'],
        description: '`gte`: more records match than `total`. Absent if `total` is exact.',
      },
      next_cursor: { type: ['string', 'null'], description: '`cursor` of the next page; null on the last page.' },
      has_more: { type: 'boolean', description: 'Whether there is a next page.' },
    },
    required: ['total', 'next_cursor', 'has_more'],
  },
};

export function components({ BASE_URL }: Settings): Json {
  const shared = Object.entries(errors).filter(([status]) => status !== '405');
  return {
    responses: {
      ...Object.fromEntries(shared.map(([status, { name }]) => [name, errorResponse(Number(status) as ErrorStatus)])),
      ProofTooOld: {
        ...errorResponse(401),
        description:
          `${errors[401].description} Or the user's last proof of identity is older than 15 minutes: the code is ` +
          '`REAUTHENTICATION_REQUIRED`, and `WWW-Authenticate` has `error="insufficient_user_authentication"` and `max_age`.',
      },
      PendingReview: {
        description: 'A policy asks for approvals. Nothing was changed: the request runs once it is approved.',
        headers: headerRefs('X-Request-Id', 'Location'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/PendingReview' } } },
      },
      DeliveryTaken: { description: 'Taken.' },
      DeliveryRefused: {
        description: 'Refused, as with any other status: the delivery is retried, up to five times within 24 hours.',
      },
    },
    headers: {
      ...headers,
      'WWW-Authenticate': header('Authentication scheme, or the problem of the credential (RFC 6750, RFC 9470).', text),
    },
    parameters,
    securitySchemes: {
      ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key, `wsk_…`.' },
      Bearer: { type: 'http', scheme: 'bearer', description: 'An access token, or an API key.' },
      OAuth2: {
        type: 'oauth2',
        description:
          'Authorization code with PKCE (S256), on behalf of a user. An access token expires after an hour. Its scopes are the ' +
          'consented ones that the current roles of the user still grant.',
        flows: {
          authorizationCode: {
            authorizationUrl: `${BASE_URL}/oauth/authorize`,
            tokenUrl: `${BASE_URL}/oauth/token`,
            refreshUrl: `${BASE_URL}/oauth/token`,
            scopes: scopesInWords(),
          },
        },
      },
    },
  };
}
