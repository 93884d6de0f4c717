import { Injectable, Logger, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../config/settings.js';
import { RequestContext, runInContext } from '../context/request-context.js';
import { newId } from '../fields/ids.js';
import { languageOf } from '../language/language.js';
import { Metrics } from '../metrics/metrics.js';
import { openSpan } from '../tracing/tracing.js';

/** First of all: a request id, a context, and a line in the log and the metrics when it is over. */
@Injectable()
export class RequestMiddleware implements NestMiddleware {
  readonly #logger = new Logger('HTTP');

  readonly #logs: boolean;

  constructor(
    private readonly metrics: Metrics,
    settings: Settings,
  ) {
    this.#logs = ['info', 'debug', 'trace'].includes(settings.LOG_LEVEL);
  }

  use(request: Request, response: Response, next: NextFunction): void {
    const started = performance.now();
    const context = new RequestContext(
      newId('req'),
      plainIp(request.ip),
      request.headers['user-agent']?.slice(0, 500) ?? null,
    );
    context.language = languageOf(request);
    const span = openSpan({ name: request.method, kind: 'server', from: request.headers });
    response.once('close', () => {
      const seconds = (performance.now() - started) / 1000;
      const route = context.route?.path ?? 'other';
      span?.end({
        name: `${request.method} ${route}`,
        facts: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': response.statusCode,
          'suite.request_id': context.requestId,
        },
        failed: response.statusCode >= 500,
      });
      this.metrics.request(request.method, route, response.statusCode, seconds);
      // If the client has disconnected, the handler may still run.
      if (response.writableFinished) context.release();
      if (!this.#logs) return;
      this.#logger.log({
        request_id: context.requestId,
        method: request.method,
        path: request.path,
        status: response.statusCode,
        ip: context.ip,
        ms: Math.round(seconds * 1e5) / 100,
        ...span?.ids,
        credential: context.credential?.id,
        client_id: context.credential?.app?.client_id,
        ...(context.inner && { inner: context.inner }),
        ...(!response.writableFinished && { aborted: true }),
      });
    });
    if (isPersonal(request)) {
      response.setHeader('Cache-Control', 'private, no-store');
      response.vary('Authorization, X-API-Key');
    }
    if (span) span.within(() => runInContext(context, next));
    else runInContext(context, next);
  }
}

/** Answers of the API to a credential belong in no cache (D-API-13). Public answers say for themselves how long they keep. */
const isPersonal = ({ path, headers }: Request) =>
  /^\/v1\//i.test(path) && (headers.authorization !== undefined || headers['x-api-key'] !== undefined);

/** Normalises an IP address: removes the IPv4-mapped prefix and the port, which some proxies add. */
const plainIp = (ip: string | undefined) =>
  ip
    ?.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/, '') ?? null;
