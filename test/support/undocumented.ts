import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { contextIfAny } from '../../src/platform/context/request-context.js';
import { STATED } from '../../src/platform/fields/api-decorators.js';
import { baseSchemas } from '../../src/platform/openapi/components.js';
import { describeOperation } from '../../src/platform/openapi/operation.js';
import { Schemas } from '../../src/platform/openapi/schemas.js';
import type { Route } from '../../src/platform/request/routes.js';

/** The statuses of each route in OpenAPI, by its handler, which the applications of a process share. */
const documented = new WeakMap<Function, ReadonlySet<string>>();

function statusesOf(route: Route): ReadonlySet<string> {
  let statuses = documented.get(route.handler);
  if (!statuses) {
    statuses = new Set(Object.keys(describeOperation(route, new Schemas(baseSchemas)).responses));
    documented.set(route.handler, statuses);
  }
  return statuses;
}

/**
 * Collects answers that /openapi.json does not describe: in every test, and by every client, the documented routes answer with
 * documented statuses.
 */
export class Undocumented {
  readonly #found = new Set<string>();

  constructor(app: NestExpressApplication) {
    const { response } = app.getHttpAdapter().getInstance();
    const { writeHead } = response;
    const notice = (status: number) => this.#notice(status);
    response.writeHead = function (this: ServerResponse, status: number, ...rest: any[]) {
      notice(status);
      return writeHead.call(this, status, ...rest);
    };
  }

  /** Fails where there was one. */
  refuse(): void {
    if (this.#found.size) throw new Error(['/openapi.json does not have:', ...this.#found].join('\n'));
  }

  #notice(status: number): void {
    // None where nothing is at the address, or not by this method.
    const route = contextIfAny()?.route;
    if (!route || Reflect.getMetadata(STATED.EXCLUDED, route.handler)?.disable) return;
    const statuses = statusesOf(route);
    if (statuses.has(String(status)) || statuses.has('default')) return;
    const test = expect.getState().currentTestName ?? 'before the first test';
    this.#found.add(`${route.method} ${route.path} ${status}, in or after: ${test}`);
  }
}
