import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Request } from 'express';
import { contextIfAny } from '../context/request-context.js';
import { Reply } from './reply.js';
import type { ApiError } from '../errors/api-error.js';
import { asksForPage, ErrorShape } from './error-shape.js';

/** Paths whose errors stay JSON in a browser, because people open them to see what the API answers. */
const API = /^\/(v1|openapi\.json|health|metrics|\.well-known)(\/|$)/;

/** The one error body of the API. */
export function errorBody({ code, message, details }: ApiError, requestId: string): string {
  const failed = contextIfAny()?.failed;
  return JSON.stringify({
    error: { code, message, request_id: requestId, ...(details?.length && { details }) },
    ...(failed && { failed_operation: failed.operation }),
  });
}

/** The address of a request in another deployment. `base` alone says where that is, whatever the request looks like. */
export function addressAt(base: string, requested: string): string {
  const url = new URL(base);
  const [path = '', ...query] = requested.split('?');
  url.pathname = url.pathname.replace(/\/$/, '') + path;
  url.search = query.join('?');
  return url.href;
}

/** Formats error responses: in the `ErrorShape` of the path, or in that of the API. */
@Injectable()
export class ErrorAnswers {
  #shapes?: ErrorShape[];

  constructor(private readonly discovery: DiscoveryService) {}

  to(request: Request, error: ApiError): Reply {
    this.#shapes ??= this.discovery
      .getProviders()
      .map((provider): unknown => provider.instance)
      .filter((instance) => instance instanceof ErrorShape);
    const requestId = contextIfAny()?.requestId ?? '';
    if (error.status === 308) error.headers.Location = addressAt(error.headers.Location!, request.originalUrl);
    const isPage = !API.test(request.path) && asksForPage(request);
    const shape =
      this.#shapes.find((candidate) => candidate.covers(request.path)) ??
      (isPage ? this.#shapes.find(({ isForBrowsers }) => isForBrowsers) : undefined);
    return (
      shape?.answer(error, request, requestId) ?? new Reply(error.status, error.headers, errorBody(error, requestId))
    );
  }
}
