import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Reply } from './reply.js';
import type { Routes } from './routes.js';

/** Response headers that pages of other origins may read. */
export const EXPOSED_HEADERS = [
  'ETag',
  'Location',
  'X-Request-Id',
  'Idempotency-Replayed',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
];

/** Access-Control-Max-Age. */
export const PREFLIGHT_SECONDS = 600;

/** CORS headers of routes that any origin may call. */
export const ANY_ORIGIN_HEADERS: readonly [string, string][] = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', ')],
];

/** Answers CORS preflights for routes that any origin may call. Other requests pass. */
export const answerPreflights =
  (routes: Routes): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const { origin, 'access-control-request-method': wanted } = request.headers;
    if (request.method !== 'OPTIONS' || !origin || !wanted) return next();
    const methods = [...new Set(routes.openMethods(request.path))];
    if (!methods.includes(wanted)) return next();
    const headers = {
      ...Object.fromEntries(ANY_ORIGIN_HEADERS),
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
      Vary: 'Access-Control-Request-Method',
    };
    new Reply(204, headers, '').send(response);
  };
