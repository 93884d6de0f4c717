import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { Settings } from '../../src/platform/config/settings.js';
import { contextIfAny } from '../../src/platform/context/request-context.js';
import { STATED } from '../../src/platform/fields/api-decorators.js';
import { describeApi } from '../../src/platform/openapi/document.js';
import type { Json } from '../../src/platform/openapi/schemas.js';
import { type Route, Routes } from '../../src/platform/request/routes.js';

interface Body {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const isExcluded = ({ handler }: Route) => Reflect.getMetadata(STATED.EXCLUDED, handler)?.disable === true;

/** What /openapi.json says of answers. Each schema is compiled when an answer has it for the first time. */
class ApiDocument {
  readonly #document: Json;
  readonly #ajv: Ajv2020;
  readonly #schemas = new Map<string, ValidateFunction | null>();

  constructor(routes: readonly Route[], settings: Settings) {
    this.#document = describeApi(routes, settings);
    // A tenth of a step, because 0.29 is no exact multiple of 0.01 in binary.
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 1 });
    formats.default(this.#ajv).addSchema(this.#document, 'api');
  }

  hasStatus(route: Route, status: number): boolean {
    return this.#responseAt(route, status) !== null;
  }

  /** Differences between the JSON of an answer and its schema. `isPartial`: fields may be missing. */
  faultsOf(route: Route, answer: Body, isPartial: boolean): string[] {
    const { status, headers, body } = answer;
    if (headers.get('preference-applied') === 'dry-run') return this.#faultsOfDryRun(route, answer, isPartial);
    const media = headers.get('content-type')?.split(';')[0] ?? '';
    const name = `${nameOf(route)} ${status} ${media}`;
    let schema = this.#schemas.get(name);
    if (schema === undefined) this.#schemas.set(name, (schema = this.#compile(route, status, media)));
    return schema ? faultsBy(schema, body, isPartial) : [];
  }

  #faultsOfDryRun(route: Route, { headers, body, text }: Body, isPartial: boolean): string[] {
    const { status, result } = body as { status: number; result: unknown };
    const schema = this.#ajv.getSchema('api#/components/schemas/DryRun')!;
    const answer = { status, headers: new Headers(headers), body: result, text };
    answer.headers.delete('preference-applied');
    return [
      ...(this.hasStatus(route, status) ? [] : [`/status must not be ${status}`]),
      ...faultsBy(schema as ValidateFunction, body, false),
      ...(result === null ? [] : this.faultsOf(route, answer, isPartial)),
    ];
  }

  #compile(route: Route, status: number, media: string): ValidateFunction | null {
    const at = this.#responseAt(route, status);
    const content = at?.response.content as Json | undefined;
    if (!at || !content) return null;
    // An answer of a type that is not said is held against the first one.
    const type = media in content ? media : Object.keys(content)[0]!;
    const steps = [...at.steps, 'content', type, 'schema'];
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    return this.#ajv.compile({ $ref: `api#/${pointer}` });
  }

  /** Where the document describes the answers of a route with a status; null where it does not. */
  #responseAt({ method, path }: Route, status: number): { steps: string[]; response: Json } | null {
    const steps = ['paths', path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase(), 'responses'];
    const responses: Json = steps.reduce((at, step) => at?.[step], this.#document);
    const key = [String(status), 'default'].find((each) => responses && each in responses);
    if (!key) return null;
    const reference = responses[key].$ref?.slice('#/'.length).split('/') as string[] | undefined;
    if (!reference) return { steps: [...steps, key], response: responses[key] };
    return { steps: reference, response: reference.reduce((at, step) => at[step], this.#document) };
  }
}

function faultsBy(schema: ValidateFunction, body: unknown, isPartial: boolean): string[] {
  if (schema(body)) return [];
  return schema
    .errors!.filter(({ keyword }) => !isPartial || keyword !== 'required')
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

/** The applications of a process have the same routes: one document for each handler. */
const documents = new WeakMap<Function, ApiDocument>();
/** By the ids of requests, the routes that have answered them, with their documents. */
const answered = new Map<string, { route: Route; document: ApiDocument }>();

/**
 * Holds every answer against /openapi.json. Clients of tests check its JSON (`checkAnswer`). Its status is checked for all clients, and
 * told when the application is closed.
 */
export class DocumentedAnswers {
  readonly #undocumented = new Set<string>();

  #own: ApiDocument | undefined;

  /** `hasModules`: the application has modules of a test, which may change what others declare. */
  constructor(
    private readonly app: NestExpressApplication,
    private readonly hasModules: boolean,
  ) {
    const { response } = app.getHttpAdapter().getInstance();
    const { writeHead } = response;
    const notice = (status: number) => this.#notice(status);
    response.writeHead = function (this: ServerResponse, status: number, ...rest: any[]) {
      notice(status);
      return writeHead.call(this, status, ...rest);
    };
  }

  /** Fails where an answer had a status that the document does not have. */
  refuse(): void {
    answered.clear();
    if (this.#undocumented.size) throw new Error(['/openapi.json does not have:', ...this.#undocumented].join('\n'));
  }

  #notice(status: number): void {
    const context = contextIfAny();
    const route = context?.route;
    // None where nothing is at the address, or not by this method.
    if (!route || isExcluded(route)) return;
    const document = this.#documentOf(route);
    answered.set(context.requestId, { route, document });
    // The answer of a dry run is described once for all routes; `checkAnswer` compares the status in it.
    if (context.tried && status === 200) return;
    if (document.hasStatus(route, status)) return;
    const test = expect.getState().currentTestName ?? 'before the first test';
    this.#undocumented.add(`${nameOf(route)} ${status}, in or after: ${test}`);
  }

  #documentOf(route: Route): ApiDocument {
    const known = this.hasModules ? this.#own : documents.get(route.handler);
    if (known) return known;
    const routes = this.app.get(Routes).all;
    const made = new ApiDocument(routes, this.app.get(Settings));
    if (this.hasModules) return (this.#own = made);
    for (const { handler } of routes) if (!documents.has(handler)) documents.set(handler, made);
    return made;
  }
}

/** Fails where the JSON of an answer is not as /openapi.json says. A request with `fields` gets some of the fields only. */
export function checkAnswer(answer: Body, path: string): void {
  const requestId = answer.headers.get('x-request-id') ?? '';
  const found = answered.get(requestId);
  if (!found) return;
  answered.delete(requestId);
  if (answer.body === null) return;
  const faults = found.document.faultsOf(found.route, answer, /[?&]fields=/.test(path));
  if (!faults.length) return;
  const name = `${nameOf(found.route)} ${answer.status}`;
  throw new Error([`${name} is not as /openapi.json says:`, ...faults, answer.text.slice(0, 2_000)].join('\n'));
}
