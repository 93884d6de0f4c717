import { ApiError, unavailable } from '../errors/api-error.js';

/** Whether PostgreSQL is unreachable or no primary, as opposed to having rejected the statement. */
export function isConnectionFailure(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && /^(08|25006|53300|57P0[123]|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)/.test(code)) ||
    (typeof message === 'string' &&
      /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/.test(
        message,
      ))
  );
}

/** The 503 of an error where PostgreSQL is unreachable, or the error itself. */
export const asUnavailable = (error: unknown): unknown =>
  isConnectionFailure(error) ? Object.assign(unavailable(), { cause: error }) : error;

/**
 * Whether the database failed, and not the statement: it is unreachable (503), short of resources, shutting down, or gave up on
 * the statement. The same statement may succeed later.
 */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 503;
  const { code } = error as { code?: unknown };
  // Classes of SQLSTATE, which has five characters: rollback, resources, lock not available, and intervention of an operator.
  const isTransient = typeof code === 'string' && /^(40|53|57)\w{3}$|^55P03$/.test(code);
  return isTransient || isConnectionFailure(error);
}
