import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditTrail } from '../audit/audit-trail.js';
import { contextIfAny } from '../context/request-context.js';
import { Routes } from './routes.js';
import { ApiError, invalid, notFound, unavailable } from '../errors/api-error.js';
import { ErrorAnswers } from './error-answers.js';
import { uniqueViolation } from './unique-violation.js';

/** Turns whatever a request ran into an answer, and notes denied and failed attempts in the audit trail. */
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
    const error = thrown instanceof ApiError ? thrown : this.#explain(thrown, request);
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
    const { code, status } = thrown as { code?: string; status?: number };
    const taken = uniqueViolation(thrown);
    if (taken) return taken;
    // Locks or statements that took too long, and a server that is shutting down.
    if (code === '55P03' || code === '57014') return unavailable();
    const known = thrown instanceof HttpException ? thrown.getStatus() : status;
    if (known === 404) return this.#unknownRoute(request);
    if (known === 400) return invalid([], 'The address of the request is not valid.');
    return Object.assign(new ApiError(500, 'Something went wrong on our side.'), { cause: thrown });
  }

  #unknownRoute(request: Request): ApiError {
    const methods = this.routes.allowedMethods(request.path);
    if (!methods.length) return notFound();
    const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : [])])].join(', ');
    return new ApiError(405, `${request.method} does not work here. Allowed: ${allow}.`, undefined, { Allow: allow });
  }
}
