import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditTrail } from '../audit/audit-trail.js';
import { contextIfAny } from '../context/request-context.js';
import { Routes } from './routes.js';
import { ApiError, apiErrorOf, type ErrorStatus, notFound, unavailable } from '../errors/api-error.js';
import { ErrorAnswers } from './error-answers.js';
import { UnknownRoute } from './unknown-route.js';
import { uniqueViolation } from './unique-violation.js';

/** Turns exceptions into responses, and records denied and failed requests in the audit trail. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  readonly #logger = new Logger('Errors');

  constructor(
    private readonly routes: Routes,
    private readonly audit: AuditTrail,
    private readonly answers: ErrorAnswers,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const error = this.#explain(thrown, request);
    const context = contextIfAny();
    const request_id = context?.requestId;
    // Refused on purpose: it passes by itself.
    if (thrown instanceof ApiError && error.status === 503 && !error.cause)
      this.#logger.warn({ request_id }, error.message);
    else if (error.status >= 500) this.#logger.error({ request_id, err: error.cause ?? thrown }, error.message);
    if (context)
      await this.audit
        .refused(error, request)
        .catch((failure) => this.#logger.error(failure, 'An attempt could not be noted.'));
    if (response.headersSent) response.destroy();
    else this.answers.to(request, error).send(response);
  }

  #explain(thrown: unknown, request: Request): ApiError {
    if (thrown instanceof UnknownRoute) return this.#unknownRoute(request);
    const known = apiErrorOf(thrown) ?? uniqueViolation(thrown);
    if (known) return known;
    const { code } = thrown as { code?: string };
    // Lock timeout or statement timeout; also a server that is shutting down.
    if (code === '55P03' || code === '57014') return unavailable();
    if (isHttpError(thrown)) return new ApiError(thrown.statusCode as ErrorStatus, thrown.message);
    return Object.assign(new ApiError(500, 'Internal error.'), { cause: thrown });
  }

  #unknownRoute(request: Request): ApiError {
    const methods = this.routes.allowedMethods(request.path);
    if (!methods.length) return notFound();
    const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : [])])].join(', ');
    return new ApiError(405, `Method not allowed. Allowed: ${allow}.`, undefined, { Allow: allow });
  }
}

/** Errors of the `http-errors` package, which middleware of Express throws. `expose` says that clients may read the message. */
const isHttpError = (thrown: unknown): thrown is { statusCode: number; message: string } => {
  const { expose, statusCode } = thrown as { expose?: unknown; statusCode?: unknown };
  return thrown instanceof Error && expose === true && typeof statusCode === 'number';
};
