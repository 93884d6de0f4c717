import { ApiError, type ErrorStatus } from '../errors/api-error.js';
import { errorBody } from '../request/error-answers.js';
import { headerRefs, RATE_LIMIT_HEADERS, REQUEST_ID } from './headers.js';
import { refTo } from './names.js';
import type { Json } from './schemas.js';

/** The meaning of each error, for all routes that can answer with it. */
export const errors: Record<ErrorStatus, { name: string; description: string }> = {
  308: {
    name: 'WorkspaceMoved',
    description:
      'The workspace has moved to another deployment: send the same request to `Location`, for which this one stands in for 30 days. ' +
      'Most clients do not send their credential along to another host by themselves.',
  },
  400: { name: 'ValidationError', description: 'The request is not valid; `details` names every wrong field.' },
  401: { name: 'Unauthorized', description: 'The credential is missing, unknown, expired or revoked.' },
  403: {
    name: 'Forbidden',
    description: 'The credential lacks the scope or the right to the record, or a policy denies the request.',
  },
  404: {
    name: 'NotFound',
    description: 'The record does not exist in this workspace, or the credential may not see it.',
  },
  405: { name: 'MethodNotAllowed', description: 'See `Allow`.' },
  408: { name: 'RequestTimeout', description: 'The body arrived too slowly.' },
  409: {
    name: 'Conflict',
    description: 'Conflict with the state of the record, with another record or with a running request.',
  },
  412: { name: 'PreconditionFailed', description: 'The record has changed: its ETag is not the one in `If-Match`.' },
  413: { name: 'PayloadTooLarge', description: 'The body exceeds the limit of this endpoint.' },
  429: { name: 'RateLimitExceeded', description: 'Rate limit exceeded; `Retry-After` holds the seconds to wait.' },
  500: { name: 'InternalError', description: 'Internal error; the log has its details under the request id.' },
  503: {
    name: 'Unavailable',
    description:
      'A dependency of the server is not available, or the workspace is frozen: it can be read, but not changed (`WORKSPACE_FROZEN`). ' +
      '`Retry-After` holds the seconds to wait.',
  },
};

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
