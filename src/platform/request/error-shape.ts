import type { Request } from 'express';
import type { Reply } from './reply.js';
import type { ApiError } from '../errors/api-error.js';

/**
 * How errors look under paths that have a shape of their own, such as pages. A provider that extends this is found by
 * itself; everywhere else an error is the one error body of the API.
 */
export abstract class ErrorShape {
  /** Whether a path is one of its own, be there a route or not. */
  abstract covers(path: string): boolean;

  /** The answer; the headers of the error belong into it. */
  abstract answer(error: ApiError, request: Request, requestId: string): Reply;
}
