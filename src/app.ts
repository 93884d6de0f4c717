import type { LoggerService, NestApplicationOptions, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { AppModule } from './app.module.js';
import { loadedExtensions } from './platform/extensions/extension.js';
import type { Settings } from './platform/config/settings.js';
import { currentContext } from './platform/context/request-context.js';
import { notFound } from './platform/errors/api-error.js';
import { bodyMemory } from './platform/request/body-memory.js';
import { errorBody } from './platform/request/error-answers.js';
import { ApiDescription } from './platform/openapi/api-description.js';
import { HttpAdapter } from './platform/http/adapter.js';
import { answerPreflights, EXPOSED_HEADERS, PREFLIGHT_SECONDS } from './platform/request/origins.js';
import { checkModules } from './platform/request/nest-rules.js';
import { Reply } from './platform/request/reply.js';
import { Routes } from './platform/request/routes.js';
import { RequestMiddleware } from './platform/request/request.middleware.js';
import { answerExpectations, answerUnreadable, refuseBadHead } from './platform/http/unreadable.js';

export { changesOfSchema, prepareSchema } from './platform/cli/schema.js';

/** An upload of 100 MiB over a slow line. */
const LONGEST_REQUEST_MS = 3_600_000;

/** Addresses that pages of other origins may call (CORS). Pages for signing in and consent are not among them (RFC 9700). */
const API = /^\/(v1|mcp|files|openapi\.json)(\/|$)/;

/**
 * So long a connection may rest: longer than proxies keep theirs (a minute, mostly), so that none is closed just
 * when they send the next request on it.
 */
const KEEP_ALIVE_MS = 75_000;

/** The whole application, not yet listening. The database must be there and migrated. */
export async function createApp(
  settings: Settings,
  logger: LoggerService,
  further: Type[] = [],
): Promise<NestExpressApplication> {
  // An error of the start reaches the caller, who closes what runs and names it.
  const options = { ...APP_OPTIONS, abortOnError: false, logger };
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(settings, further),
    new HttpAdapter(),
    options,
  );
  await configure(app, settings);
  // A route that cannot be described is told now. Those of the product have a test for that.
  if (further.length || loadedExtensions().length) app.get(ApiDescription).make();
  return app;
}

export const APP_OPTIONS = { bodyParser: false, forceCloseConnections: false } satisfies NestApplicationOptions;

/**
 * Makes an application that Nest has created, such as one of `Test.createTestingModule` with providers of its own, serve as
 * `createApp` does. It must have an `HttpAdapter` and APP_OPTIONS.
 */
export async function configure(app: NestExpressApplication, settings: Settings): Promise<void> {
  checkModules(app);
  app.set('trust proxy', trustProxy(settings.TRUST_PROXY));
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.disable('x-powered-by');
  // Before everything else, so that what is refused early has a request id and a line in the log too.
  const first = app.get(RequestMiddleware);
  app.use(first.use.bind(first));
  app.use(refuseBadHead);
  if (!settings.servesHttp) app.use(operationsOnly);
  if (settings.FILES_URL) app.use(filesOnly(new URL(settings.FILES_URL).host));
  app.use(answerPreflights(app.get(Routes)));
  if (settings.CORS_ORIGINS.length) {
    const cors = { origin: settings.CORS_ORIGINS, exposedHeaders: EXPOSED_HEADERS, maxAge: PREFLIGHT_SECONDS };
    app.enableCors((request: Request, decide) => decide(null, API.test(request.path) ? cors : { origin: false }));
  }
  // How long a client may take to send a request. Those who read bodies set narrower bounds.
  app.getHttpServer().requestTimeout = LONGEST_REQUEST_MS;
  app.getHttpServer().keepAliveTimeout = KEEP_ALIVE_MS;
  answerUnreadable(app.getHttpServer());
  answerExpectations(app.getHttpServer());
  bodyMemory.limit = settings.BODY_MEMORY_BYTES;
  await app.init();
}

function trustProxy(value: string | undefined): boolean | number | string[] {
  if (value === undefined) return false;
  if (/^\d+$/.test(value)) return Number(value);
  return value === 'true' ? true : value.split(',').map((item) => item.trim());
}

/** The origin of files serves nothing else, so that nothing there is of use to a file that a browser should run. */
function filesOnly(host: string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.headers.host !== host || request.path.startsWith('/files/')) return next();
    const { requestId } = currentContext();
    new Reply(404, {}, errorBody(notFound('This address serves files only.'), requestId)).send(response);
  };
}

/** A worker shows operators how it is, and serves nothing else. */
function operationsOnly(request: Request, response: Response, next: NextFunction): void {
  if (/^\/(health|metrics)(\/|$)/.test(request.path)) return next();
  const { requestId } = currentContext();
  new Reply(404, {}, errorBody(notFound('This process serves no API.'), requestId)).send(response);
}
