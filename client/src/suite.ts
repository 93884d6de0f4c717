import createClient, { type Client, type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import type { HttpMethod, MediaType, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import { indexOf, Operations, type Planned } from './batch.js';
import { type EventsOptions, follow } from './events.js';
import { pendingOf } from './pending.js';
import { retrying, type RetryOptions } from './retries.js';
import type { paths, relations } from './schema.js';
import { SuiteError } from './suite-error.js';
import type { WebhookEvent } from './webhooks.js';

export interface SuiteOptions {
  /** Where the server is, such as `https://suite.example.com`. */
  baseUrl: string;
  /** An API key, or what gives an access token (see `SignIn`). Without either only public routes answer. */
  apiKey?: string;
  accessToken?: () => string | Promise<string>;
  retries?: RetryOptions;
  /** Sends requests. Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/** An answer with the fields that the request asks for. */
type Selected<Whole, Init, Path> = (Whole extends { data: readonly (infer Item)[]; meta: unknown }
  ? Omit<Whole, 'data' | 'included'> & { data: Picked<Item, Init>[] }
  : Picked<Whole, Init>) &
  Beside<Init, Path>;

type Picked<Item, Init> = Init extends { params: { query: { fields: readonly (infer Field)[] } } }
  ? Pick<Item, Field & keyof Item>
  : Item;

/** The addition of `include`: records of the relations that are asked for, by their ids. Those that you may not read are absent. */
type Beside<Init, Path> = Init extends { params: { query: { include: readonly (infer Name)[] } } }
  ? { included: Record<string, Path extends keyof relations ? Related<relations[Path], Name> : never> }
  : unknown;

/** A record as its list shows it, without what a list computes; of people one may know no more than the name. */
type Related<All, Name> = Name extends keyof All ? { id: string } & Partial<All[Name]> : never;

type Answer<Path extends keyof paths, Method extends HttpMethod, Init> = Exclude<
  FetchResponse<paths[Path][Method & keyof paths[Path]] & Record<string | number, any>, Init, MediaType>['data'],
  undefined
>;

/** Required only for routes that need any of it. */
type Given<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init];

type Call<Method extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method & keyof paths[Path]>,
>(
  path: Path,
  ...init: Given<Init>
) => Promise<Selected<Answer<Path, Method, Init>, Init, Path>>;

type Write = 'post' | 'put' | 'patch' | 'delete';

/** The effects that a request would have. */
export interface DryRun<T> {
  dry_run: true;
  /** The status and body that the request would have. */
  status: number;
  result: T;
  /** The changes of records that the caller may read. */
  changes: {
    type: string;
    id: string;
    action: string;
    changes: Record<string, { from: unknown; to: unknown }> | null;
  }[];
  /** Types of the events of these changes. */
  events: string[];
  /** The policies whose approval the request would wait for. */
  needs_review?: string[];
}

type Plan<Method extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method & keyof paths[Path]>,
>(
  path: Path,
  ...init: Given<Init>
) => Planned<Selected<Answer<Path, Method, Init>, Init, Path>>;

/** Adds operations to a batch. */
export type BatchBuilder = { [Method in 'get' | Write]: Plan<Method> };

type Answers<T extends readonly unknown[]> = { [K in keyof T]: T[K] extends Planned<infer A> ? A : never };
type Results<T extends readonly unknown[]> = {
  [K in keyof T]: T[K] extends Planned<infer A> ? { status: number; body: A; error: null } | FailedOperation : never;
};

/** An operation that failed, of a batch whose operations are done each by itself. */
export interface FailedOperation {
  status: number;
  body: null;
  error: SuiteError;
}

/** A query as text: lists with commas, and conditions as JSON. */
const textOf = (query: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => {
      if (value === undefined || value === null) return [];
      const isCondition = typeof value === 'object' && !Array.isArray(value);
      return [[name, isCondition ? JSON.stringify(value) : String(value)]];
    }),
  ).toString();

/** Paths that answer pages. */
type Lists = {
  [Path in PathsWithMethod<paths, 'get'>]: Answer<Path, 'get', {}> extends { data: readonly any[]; meta: unknown }
    ? Path
    : never;
}[PathsWithMethod<paths, 'get'>];

/**
 * The API of a server. Each method takes a path as the API documentation writes it, with its `params` and `body`, answers what
 * the route answers, and throws a `SuiteError` where the server refuses.
 *
 * @example
 * const suite = new Suite({ baseUrl: 'https://suite.example.com', apiKey: process.env.SUITE_KEY });
 * const document = await suite.get('/v1/office/documents/{id}', { params: { path: { id } } });
 */
export class Suite {
  readonly #client: Client<paths>;

  constructor({ baseUrl, apiKey, accessToken, retries, fetch = globalThis.fetch }: SuiteOptions) {
    this.#client = createClient<paths>({
      baseUrl,
      querySerializer: textOf,
      fetch: retrying(async (request) => {
        // A token may end between two attempts, so it is asked for each time.
        if (accessToken) request.headers.set('Authorization', `Bearer ${await accessToken()}`);
        return fetch(request);
      }, retries),
    });
    this.#client.use({
      onRequest({ request }) {
        if (apiKey) request.headers.set('X-API-Key', apiKey);
        if (request.method === 'POST' && !request.headers.has('Idempotency-Key'))
          request.headers.set('Idempotency-Key', crypto.randomUUID());
      },
      async onResponse({ response }) {
        if (!response.ok) throw await SuiteError.of(response);
      },
    });
  }

  readonly get: Call<'get'> = (path, ...init) => this.#call('get', path, init[0]);
  readonly post: Call<'post'> = (path, ...init) => this.#call('post', path, init[0]);
  readonly put: Call<'put'> = (path, ...init) => this.#call('put', path, init[0]);
  readonly patch: Call<'patch'> = (path, ...init) => this.#call('patch', path, init[0]);
  readonly delete: Call<'delete'> = (path, ...init) => this.#call('delete', path, init[0]);

  /**
   * Tries a request that writes, and tells its effects. Nothing is changed.
   *
   * @example const { changes } = await suite.dryRun('delete', '/v1/office/documents/{id}', { params: { path: { id } } });
   */
  async dryRun<
    Method extends Write,
    Path extends PathsWithMethod<paths, Method>,
    Init extends MaybeOptionalInit<paths[Path], Method & keyof paths[Path]>,
  >(method: Method, path: Path, ...init: Given<Init>): Promise<DryRun<Answer<Path, Method, Init>>> {
    const given: any = init[0] ?? {};
    return this.#call(method, path as string, { ...given, headers: { ...given.headers, Prefer: 'dry-run' } });
  }

  /**
   * Several requests in one transaction: all are done, or none. Fields of an operation stand for those of its answer in
   * later ones. Answers of the operations that `plan` returns. A `SuiteError` says by `failedOperation` which one was refused.
   *
   * @example
   * const [contact, deal] = await suite.batch((batch) => {
   *   const contact = batch.post('/v1/sales/contacts', { body: { display_name: 'Ada' } });
   *   return [contact, batch.post('/v1/sales/deals', { body: { title: 'Seats', contact_ids: [contact.id] } })];
   * });
   */
  async batch<const T extends readonly Planned<any>[]>(plan: (batch: BatchBuilder) => T): Promise<Answers<T>> {
    return (await this.#batch(plan, true)).map(({ body }) => body) as Answers<T>;
  }

  /** Several requests in one, each done by itself: a result for each operation that `plan` returns. */
  async batchEach<const T extends readonly Planned<any>[]>(plan: (batch: BatchBuilder) => T): Promise<Results<T>> {
    const results = (await this.#batch(plan, false)).map(({ status, headers, body }) =>
      status < 400
        ? { status, body: pendingOf(status, body) ?? body, error: null }
        : { status, body: null, error: SuiteError.from(status, body, new Headers(headers)) },
    );
    return results as Results<T>;
  }

  async #batch(plan: (batch: BatchBuilder) => readonly unknown[], atomic: boolean): Promise<any[]> {
    const operations = new Operations(textOf);
    const methods = (['get', 'post', 'put', 'patch', 'delete'] as const).map((method) => [
      method,
      (path: string, init?: object) => operations.add(method, path, init),
    ]);
    const chosen = plan(Object.fromEntries(methods) as BatchBuilder);
    const { results } = await this.#call('post', '/v1/batch', { body: { atomic, operations: operations.all } });
    return chosen.map((operation) => results[indexOf(operation)]);
  }

  /**
   * The records of a list, page after page, as they are taken.
   *
   * @example for await (const user of suite.each('/v1/access/users', { params: { query: { status: 'active' } } })) …
   */
  async *each<Path extends Lists, Init extends MaybeOptionalInit<paths[Path], 'get' & keyof paths[Path]>>(
    path: Path,
    ...init: Given<Init>
  ): AsyncGenerator<
    Answer<Path, 'get', {}> extends { data: readonly (infer T)[] } ? Picked<T, Init> : never,
    void,
    undefined
  > {
    const given: any = init[0] ?? {};
    let cursor: string | null = given.params?.query?.cursor ?? null;
    do {
      const query = { limit: 100, ...given.params?.query, ...(cursor !== null && { cursor }) };
      const page: any = await this.#call('get', path, { ...given, params: { ...given.params, query } });
      yield* page.data;
      cursor = page.meta.has_more ? page.meta.next_cursor : null;
    } while (cursor !== null);
  }

  /**
   * The events of the workspace as they happen, each once and in order, however often the connection ends.
   *
   * @example for await (const { type, payload } of suite.events({ types: ['sales.*'] })) …
   */
  events(options: EventsOptions = {}): AsyncGenerator<WebhookEvent, void, undefined> {
    const path = '/v1/events/stream';
    return follow(async (query, signal) => {
      const init = { params: { query }, parseAs: 'stream', signal } as const;
      const { response, data } = await this.#client.request('get', path, init as never);
      return new Response(data as unknown as ReadableStream, response);
    }, options);
  }

  async #call(method: HttpMethod, path: string, init: any): Promise<any> {
    const { data, response } = await this.#client.request(method as never, path as never, init);
    return pendingOf(response.status, data) ?? data;
  }
}
