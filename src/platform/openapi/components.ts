import type { Settings } from '../config/settings.js';
import { ApiError, type DetailCode, type ErrorStatus } from '../errors/api-error.js';
import { errorBody } from '../request/error-answers.js';
import { SCOPES } from '../security/credential.js';
import { type Json, refTo } from './schemas.js';

const REQUEST_ID = 'req_01jz8k3m5n7p9q1r3s5t7v9w1x';

/** What each error means to every route that can answer with it. */
export const errors: Record<ErrorStatus, { name: string; description: string }> = {
  400: {
    name: 'ValidationError',
    description: 'Something in the request is not valid; `details` names every wrong field.',
  },
  401: {
    name: 'Unauthorized',
    description: 'No credential, or one that is not valid any more.',
  },
  403: {
    name: 'Forbidden',
    description: 'The credential lacks the scope or may not change the record, or a policy denies it.',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such record in this workspace, or it must not be seen.',
  },
  405: {
    name: 'MethodNotAllowed',
    description: 'See `Allow`.',
  },
  409: {
    name: 'Conflict',
    description: 'The state of the record, another record or a request that still runs stands against it.',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The record is not the one that `If-Match` names any more.',
  },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is larger than this route reads.',
  },
  429: {
    name: 'RateLimitExceeded',
    description: 'The budget is spent; `Retry-After` says when there is some again.',
  },
  500: {
    name: 'InternalError',
    description: 'Something went wrong on our side; the request id leads to it in the log.',
  },
  503: {
    name: 'Unavailable',
    description: 'Something that the service stands on is away; `Retry-After` says when to try again.',
  },
};

const detailCodes: Record<DetailCode, string> = {
  required: 'is missing or empty',
  invalid_type: 'has another type',
  invalid_format: 'is not of the form that it should have',
  invalid_value: 'is not among the allowed values',
  too_long: 'has too many characters',
  too_short: 'has too few characters',
  too_many: 'has too many items',
  too_large: 'has too many bytes',
  out_of_range: 'is too small, too large, too early or too late',
  unknown_field: 'is not a field of the request (only with `Prefer: handling=strict`)',
  not_found: 'names a record that does not exist',
  duplicate: 'occurs twice',
  immutable: 'cannot be changed any more',
  out_of_sequence: 'does not continue what is there',
  key_reused: 'was sent before with another request',
};

const header = (description: string, schema: Json, example?: unknown): Json => ({
  description,
  schema,
  ...(example !== undefined && { example }),
});
const text = { type: 'string' };
const count = { type: 'integer' };

const headers: Json = {
  'X-Request-Id': header('The id of this request, in the log and the audit trail too.', text, REQUEST_ID),
  ETag: header(
    'The revision of the record, which `If-Match` compares, and a digest of what is shown, for `If-None-Match`.',
    text,
    '"3.Zk3xJ0aQmT8uYw2c"',
  ),
  Location: header('The address of the new record.', { type: 'string', format: 'uri-reference' }),
  'Idempotency-Replayed': header('`true`: the saved answer to an earlier request with this key.', text),
  'RateLimit-Policy': header('The budget: `q` requests in `w` seconds.', text, '"default";q=600;w=60'),
  RateLimit: header('What is left of it: `r` requests, full again in `t` seconds.', text, '"default";r=599;t=42'),
  'X-RateLimit-Limit': header('Requests in a minute.', count, 600),
  'X-RateLimit-Remaining': header('Requests left.', count, 599),
  'X-RateLimit-Reset': header('When the budget is full again, in seconds since 1970.', count, 1767225600),
  'Retry-After': header('Seconds to wait.', count, 42),
  Deprecation: header('Since when the route is deprecated (RFC 9745).', text, '@1767225600'),
  Sunset: header('When the route will go (RFC 8594).', text),
  Link: header('What to use instead.', text),
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
    'Any text of your own: a repeated request with it is done once and gets the same answer for 24 hours.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  IfMatch: parameter('If-Match', 'Only if the record still has this ETag; else 412.', text),
  IfNoneMatch: parameter('If-None-Match', 'Only if the record does not have this ETag any more; else 304.', text),
  ContentDigest: parameter('Content-Digest', 'SHA-256 of the body (RFC 9530); one that differs is refused.', {
    type: 'string',
    examples: ['sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:'],
  }),
  PartSha256: parameter('X-Part-Sha256', 'SHA-256 of the part in hex; one that differs is refused.', {
    type: 'string',
    pattern: '^[0-9a-fA-F]{64}$',
  }),
  Prefer: parameter('Prefer', '`handling=strict` refuses fields that the request does not have.', {
    type: 'string',
    examples: ['handling=strict'],
  }),
};

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

/** Schemas that belong to no class. */
export const baseSchemas: Json = {
  ApiError: {
    type: 'object',
    description: 'The one form of every error.',
    properties: {
      error: {
        type: 'object',
        description: 'What went wrong.',
        properties: {
          code: {
            type: 'string',
            enum: Object.keys(errors).map((status) => new ApiError(Number(status) as ErrorStatus, '').code),
            description: 'For programs: one for each status.',
          },
          message: { type: 'string', description: 'For people; its words may change.' },
          request_id: {
            type: 'string',
            examples: [REQUEST_ID],
            description: '`X-Request-Id` of the answer, which is in the log and the audit trail too.',
          },
          details: {
            type: 'array',
            items: refTo('ErrorDetail'),
            description: 'What is wrong with the request, all of it at once. Not there where there is nothing to add.',
          },
        },
        required: ['code', 'message', 'request_id'],
      },
    },
    required: ['error'],
  },
  ErrorDetail: {
    type: 'object',
    description: 'What is wrong with one field of a request.',
    properties: {
      field: {
        type: 'string',
        examples: ['candidate.email', 'stages[0].order', 'limit', 'Idempotency-Key'],
        description: 'A field of the body with its path, a query parameter or a header.',
      },
      code: {
        type: 'string',
        enum: Object.keys(detailCodes),
        description: Object.entries(detailCodes)
          .map(([code, meaning]) => `- \`${code}\`: the field ${meaning}`)
          .join('\n'),
      },
      message: { type: 'string', description: 'For people; its words may change.' },
    },
    required: ['field', 'code', 'message'],
  },
  PageMeta: {
    type: 'object',
    description: 'Where a page stands in its list.',
    properties: {
      total: {
        type: 'integer',
        minimum: 0,
        description: 'Records that the filters let through, on all pages, as there were when the first page was read.',
      },
      next_cursor: { type: ['string', 'null'], description: '`cursor` of the next page, or null on the last.' },
      has_more: { type: 'boolean', description: 'There is a next page.' },
    },
    required: ['total', 'next_cursor', 'has_more'],
  },
};

export function components({ BASE_URL }: Settings): Json {
  const shared = Object.entries(errors).filter(([status]) => status !== '405');
  return {
    responses: Object.fromEntries(
      shared.map(([status, { name }]) => [name, errorResponse(Number(status) as ErrorStatus)]),
    ),
    headers: {
      ...headers,
      'WWW-Authenticate': header('How to authenticate, or what is wrong with the credential (RFC 6750).', text),
    },
    parameters,
    securitySchemes: {
      ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key, `wsk_…`.' },
      Bearer: { type: 'http', scheme: 'bearer', description: 'An access token, or an API key.' },
      OAuth2: {
        type: 'oauth2',
        description:
          'Authorization code with PKCE (S256), in the name of a user. An access token lives an hour and does what the ' +
          'user agreed to, as far as their roles give it today.',
        flows: {
          authorizationCode: {
            authorizationUrl: `${BASE_URL}/oauth/authorize`,
            tokenUrl: `${BASE_URL}/oauth/token`,
            refreshUrl: `${BASE_URL}/oauth/token`,
            scopes: SCOPES,
          },
        },
      },
    },
  };
}
