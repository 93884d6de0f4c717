import { HttpException, HttpStatus } from '@nestjs/common';

/** A fault of one field of a request (D-API-1). */
export interface Detail {
  /** Dotted and indexed path: `candidate.email`, `stages[0].order`, `limit`, `Idempotency-Key`. */
  field: string;
  code: DetailCode;
  message: string;
}

export type DetailCode =
  | 'required'
  | 'invalid_type'
  | 'invalid_format'
  | 'invalid_value'
  | 'too_long'
  | 'too_short'
  | 'too_many'
  | 'too_large'
  | 'out_of_range'
  | 'too_broad'
  | 'unknown_field'
  | 'not_found'
  | 'duplicate'
  | 'immutable'
  | 'out_of_sequence'
  | 'key_reused';

const codes = {
  308: 'WORKSPACE_MOVED',
  400: 'VALIDATION_ERROR',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'RESOURCE_NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMIT_EXCEEDED',
  500: 'INTERNAL_ERROR',
  503: 'UNAVAILABLE',
} as const;

export type ErrorStatus = keyof typeof codes;

/** The error code of a status. Statuses outside the API, such as 422, use the name from Nest. */
const codeOf = (status: number): string => codes[status as ErrorStatus] ?? HttpStatus[status] ?? 'ERROR';

/** Nest declares the property `status` private. Errors of the API show it. */
const Base = HttpException as unknown as new (
  body: object,
  status: number,
) => Error & Pick<HttpException, 'getStatus' | 'getResponse'>;

/**
 * An error with the API's error body: status, code, message and details. It is an `HttpException`, so that exception filters
 * and interceptors of Nest handle it like any other. The error filter turns every other exception into one (`apiErrorOf`).
 */
export class ApiError extends Base {
  declare readonly status: ErrorStatus;
  constructor(
    status: ErrorStatus,
    message: string,
    readonly details?: Detail[],
    readonly headers: Record<string, string> = {},
    readonly code = codeOf(status),
  ) {
    super({ statusCode: status, message, error: code, ...(details?.length && { details }) }, status);
  }
}

/** Maps a deliberate exception to an ApiError: our own, or an HttpException with its status and message. Null for others. */
export function apiErrorOf(thrown: unknown): ApiError | null {
  if (thrown instanceof ApiError) return thrown;
  if (!(thrown instanceof HttpException)) return null;
  const error = new ApiError(thrown.getStatus() as ErrorStatus, messageOf(thrown));
  return Object.assign(error, { cause: thrown.cause });
}

/** The body of an HttpException may be a string, or have `message` (one or several) or `error`. */
function messageOf(exception: HttpException): string {
  const body = exception.getResponse() as string | { message?: unknown; error?: unknown };
  const message = typeof body === 'string' ? body : (body.message ?? body.error);
  if (Array.isArray(message)) return message.join('; ');
  return typeof message === 'string' && message ? message : exception.message;
}

/** 400 with one item a field. */
export const invalid = (details: Detail[], message = summary(details)) => new ApiError(400, message, details);

/** 400 about one field. */
export const invalidField = (field: string, code: DetailCode, message: string) => invalid([{ field, code, message }]);

/** The header in which programs read why a credential is refused (RFC 6750 section 3). */
const challenge = (...why: string[]) => ({
  'WWW-Authenticate': ['Bearer realm="workspace-suite"', ...why].join(', '),
});

/** The request has no credential. */
export const unauthenticated = (message: string) => new ApiError(401, message, undefined, challenge());
/** The credential is not valid, or not any more. */
export const unauthorized = (message: string) =>
  new ApiError(401, message, undefined, challenge('error="invalid_token"'));
/** The user has to prove their identity again (RFC 9470). `maxAge`: seconds. */
export const proofTooOld = (maxAge: number) =>
  new ApiError(
    401,
    `You signed in more than ${maxAge / 60} minutes ago. Sign in again to do this.`,
    undefined,
    challenge('error="insufficient_user_authentication"', `max_age=${maxAge}`),
    'REAUTHENTICATION_REQUIRED',
  );
/** The credential lacks a scope. */
export const lacksScope = (scope: string) =>
  new ApiError(
    403,
    `This needs the scope ${scope}.`,
    undefined,
    challenge('error="insufficient_scope"', `scope="${scope}"`),
  );
export const forbidden = (message: string) => new ApiError(403, message);
export const notFound = (message = 'Nothing exists at this URL.') => new ApiError(404, message);
export const conflict = (message: string, details?: Detail[]) => new ApiError(409, message, details);
export const unavailable = (message = 'The service is not available. Try again in a moment.') =>
  new ApiError(503, message, undefined, { 'Retry-After': '1' });

/** The workspace can be read and not changed (D-RUN-13). */
export const frozen = (
  why = 'The workspace is frozen: for now it can be read, but not changed. Try again in a moment.',
) => new ApiError(503, why, undefined, { 'Retry-After': '5' }, FROZEN);
const FROZEN = 'WORKSPACE_FROZEN';

/** The workspace has moved to the deployment at `address` (D-RUN-13). `ErrorAnswers` adds path and query of the request to it. */
export const moved = (address: string) =>
  new ApiError(308, `This workspace has moved. Send requests to ${address}.`, undefined, { Location: address });

/** The same, once requests are no longer led there. */
export const movedLongAgo = () =>
  new ApiError(403, 'This workspace has moved to another deployment.', undefined, {}, codes[308]);

/** Whether a change is refused because the workspace is frozen, here for good if it has moved. */
export const isFrozen = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === FROZEN || error.code === codes[308]);

function summary(details: Detail[]): string {
  const [first] = details;
  if (!first) return 'The request is not valid.';
  return details.length === 1 ? first.message : `${details.length} fields of the request are not valid.`;
}
