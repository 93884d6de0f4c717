import type { Request } from 'express';
import type { Reply } from './reply.js';
import type { ApiError } from '../errors/api-error.js';

/**
 * Format of errors under certain paths, such as HTML pages. Providers that extend it are discovered; everywhere else the error
 * body of the API is used.
 */
export abstract class ErrorShape {
  /** Whether it applies to a path, even one without a route. */
  abstract covers(path: string): boolean;

  /** Whether browsers get it for every other path outside of the API, too. */
  readonly isForBrowsers: boolean = false;

  /** The response, including the headers of the error. */
  abstract answer(error: ApiError, request: Request, requestId: string): Reply;
}

/** Browsers accept text/html explicitly; other clients get JSON. */
export const asksForPage = (request: Request): boolean => request.accepts('json', 'html') === 'html';
