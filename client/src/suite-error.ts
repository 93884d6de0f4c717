/** Problem of one field of a request. */
export interface ErrorDetail {
  /** `candidate.email`, `stages[0].order`, `limit`, `Idempotency-Key`. */
  field: string;
  /** `required`, `invalid_value`, `too_long` … */
  code: string;
  message: string;
}

/** A request that the server refused, or could not do. */
export class SuiteError extends Error {
  override readonly name = 'SuiteError';

  constructor(
    message: string,
    /** The status of HTTP. */
    readonly status: number,
    /** `VALIDATION_ERROR`, `CONFLICT` …; of what comes from elsewhere on the way, `HTTP_ERROR`. */
    readonly code: string,
    /** By which the operator finds the request in the logs; empty where it did not reach the server. */
    readonly requestId: string,
    readonly details: readonly ErrorDetail[],
    /** Seconds after which it can work (Retry-After), where the server says so. */
    readonly retryAfter: number | null,
    /** The operation of a batch that was refused, from 0; null for any other request. */
    readonly failedOperation: number | null = null,
  ) {
    super(message);
  }

  /** Reads the error of an answer. */
  static async of(response: Response): Promise<SuiteError> {
    return SuiteError.from(response.status, await response.json().catch(() => null), response.headers);
  }

  /** The error of an answer by its parts. */
  static from(status: number, body: any, headers: Headers): SuiteError {
    // OAuth has errors of its own (RFC 6749): a text, with a description beside it.
    const { code, message, request_id, details } =
      typeof body?.error === 'string'
        ? { ...body, code: body.error, message: body.error_description }
        : (body?.error ?? {});
    return new SuiteError(
      message ?? `The server answers ${status}.`,
      status,
      code ?? 'HTTP_ERROR',
      request_id ?? headers.get('x-request-id') ?? '',
      details ?? [],
      secondsToWait({ headers }),
      body?.failed_operation ?? null,
    );
  }
}

/** Seconds that the answer asks to wait for (Retry-After, a number or a date). */
export function secondsToWait({ headers }: { headers: Headers }): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
