import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { type AddressPolicy, checkUrl, ForbiddenAddressError, UnresolvedNameError } from './addresses.js';

export interface OutgoingRequest {
  headers: Record<string, string>;
  body?: Buffer | string;
  /** Bounds the whole exchange, from the name's resolution to the last byte read, in milliseconds. */
  timeoutMs: number;
  /** How much of the answer is read before the connection is cut, in bytes; default 64 KiB. */
  maxBodyBytes?: number;
  signal?: AbortSignal;
}

export interface OutgoingAnswer {
  /** Any final status; redirects are answers like others and never followed. */
  status: number;
  headers: { retryAfter?: string; contentType?: string; cacheControl?: string };
  /** The first `maxBodyBytes` as they came (never decompressed), read as UTF-8 without NUL characters. */
  body: string;
  durationMs: number;
}

const MESSAGES = {
  forbidden_address: 'The address is not a public one.',
  timeout: 'The complete response did not arrive in time.',
  dns: 'The host name could not be resolved.',
  connect: 'The connection failed.',
  tls: 'The TLS connection failed.',
  reset: 'The connection was closed before the response was complete.',
  protocol: 'The response was not valid HTTP.',
  aborted: 'The request was aborted.',
};

/** Why there is no answer. The message may be shown to users; `cause` is for the log only. */
export class OutgoingError extends Error {
  override name = 'OutgoingError';

  constructor(
    readonly code: keyof typeof MESSAGES,
    options?: ErrorOptions,
    message = MESSAGES[code],
  ) {
    super(message, options);
  }
}

/** A connection that took longer is given up, even if nobody waits for it any more. */
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_TARGETS = 1_000;

type Method = 'GET' | 'POST';

interface Target {
  origin: string;
  path: string;
}

/**
 * The only client for requests to addresses that users gave. Every new connection resolves its name once, has all the
 * addresses judged, and goes to one of those; a kept connection stays with the address that was judged. Proxy variables
 * of the environment are not read.
 *
 * ```ts
 * const http = new OutgoingHttp(new AddressPolicy([]));
 * const { status } = await http.post('https://example.com/hook', { headers: {}, body: '{}', timeoutMs: 10_000 });
 * ```
 */
export class OutgoingHttp {
  private agent?: Promise<Agent>;
  private readonly running = new Set<Promise<unknown>>();
  /** Addresses that were taken apart lately. */
  private readonly targets = new Map<string, Target>();
  private closing?: Promise<void>;

  constructor(private readonly policy: AddressPolicy) {}

  /** Sends one GET. Throws OutgoingError when no complete answer came. */
  get(url: string, request: OutgoingRequest): Promise<OutgoingAnswer> {
    return this.send('GET', url, request);
  }

  /** Sends one POST. Throws OutgoingError when no complete answer came. */
  post(url: string, request: OutgoingRequest): Promise<OutgoingAnswer> {
    return this.send('POST', url, request);
  }

  private async send(method: Method, url: string, request: OutgoingRequest): Promise<OutgoingAnswer> {
    const target = this.target(url);
    if (this.closing) throw new OutgoingError('aborted');
    const exchange = (this.agent ??= open(this.policy)).then((agent) => exchangeOver(agent, method, target, request));
    this.running.add(exchange);
    try {
      return await exchange;
    } catch (error) {
      throw namedError(error);
    } finally {
      this.running.delete(exchange);
    }
  }

  /** Lets running requests end, then closes all connections; later requests fail as `aborted`. */
  close(): Promise<void> {
    return (this.closing ??= Promise.allSettled(this.running).then(async () => (await this.agent)?.destroy()));
  }

  onModuleDestroy(): Promise<void> {
    return this.close();
  }

  private target(url: string): Target {
    let target = this.targets.get(url);
    if (!target) {
      const checked = checkUrl(url, { httpsOnly: false });
      if (!checked.ok) throw new OutgoingError('protocol', {}, `The address ${checked.reason}.`);
      target = { origin: checked.url.origin, path: checked.url.pathname + checked.url.search };
      if (this.targets.size >= MAX_TARGETS) this.targets.clear();
      this.targets.set(url, target);
    }
    return target;
  }
}

/** undici is loaded with the first request: processes that send none do without its memory. */
async function open(policy: AddressPolicy): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  // autoSelectFamily has `lookup` asked for all addresses, and tries them in turn.
  const options = { allowH2: false, timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true, lookup: lookupOf(policy) };
  const connect = checkedConnector(policy, buildConnector(options));
  // Time is bounded once for the whole exchange, so undici's limits for parts of it are off.
  return new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0, connect });
}

/** Judging is the connection's own name resolution, so there is no second one that could answer differently. */
function lookupOf(policy: AddressPolicy): LookupFunction {
  return (hostname, _options, done) => {
    policy.resolve(hostname).then(
      (addresses) => done(null, addresses),
      (error: Error) => done(error, []),
    );
  };
}

function checkedConnector(policy: AddressPolicy, connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) => {
    const done: buildConnector.Callback = (...result) =>
      result[0] ? callback(connectionError(result[0], target.protocol), null) : callback(...result);
    // An address is not looked up, so it is judged here.
    if (isIP(target.hostname) && policy.judge(target.hostname) === 'forbidden') {
      callback(new OutgoingError('forbidden_address'), null);
    } else {
      connect(target, done);
    }
  };
}

/**
 * One exchange, until it is complete, time is over or the caller gives up. It goes by undici's own callbacks: its
 * streams and abort signals cost as much as all the rest of a small request.
 */
function exchangeOver(agent: Agent, method: Method, target: Target, request: OutgoingRequest): Promise<OutgoingAnswer> {
  const { headers, body, timeoutMs, signal, maxBodyBytes = 64 * 1024 } = request;
  if (signal?.aborted) throw new OutgoingError('aborted');
  const started = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingAnswer>();
  let connection: Dispatcher.DispatchController | null = null;
  let given: OutgoingError | null = null;
  // undici can be stopped only once it has a connection, so that the limit has to hold without its help.
  const giveUp = (why: OutgoingError) => {
    given = why;
    end();
    connection?.abort(why);
    reject(why);
  };
  const timer = setTimeout(() => giveUp(new OutgoingError('timeout')), timeoutMs);
  const abort = () => giveUp(new OutgoingError('aborted'));
  signal?.addEventListener('abort', abort);
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  };

  let status = 0;
  let answered: IncomingHttpHeaders = {};
  let bytes = 0;
  const chunks: Buffer[] = [];
  const complete = () => {
    end();
    resolve({
      status,
      headers: {
        retryAfter: first(answered['retry-after']),
        contentType: first(answered['content-type']),
        cacheControl: first(answered['cache-control']),
      },
      body: readable(chunks, bytes, maxBodyBytes),
      durationMs: Math.round(performance.now() - started),
    });
  };
  agent.dispatch(
    { ...target, method, headers, body },
    {
      onRequestStart(controller) {
        connection = controller;
        if (given) controller.abort(given);
      },
      onResponseStart(_, code, received) {
        [status, answered] = [code, received];
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes < maxBodyBytes) return;
        complete();
        controller.abort(new OutgoingError('aborted'));
      },
      onResponseEnd: complete,
      onResponseError(_, error) {
        end();
        reject(error);
      },
    },
  );
  return promise;
}

function readable(chunks: Buffer[], bytes: number, maxBytes: number): string {
  if (!bytes) return '';
  const read = Buffer.concat(chunks).subarray(0, maxBytes);
  // `stream` leaves out a last character whose bytes were cut apart by the limit.
  return new TextDecoder().decode(read, { stream: bytes >= maxBytes }).replaceAll('\0', '');
}

/** Names what went wrong before a connection stood. */
function connectionError(cause: Error, protocol: string): OutgoingError {
  const { code = '', syscall } = cause as NodeJS.ErrnoException;
  if (cause instanceof ForbiddenAddressError) return new OutgoingError('forbidden_address');
  if (cause instanceof UnresolvedNameError) return new OutgoingError('dns', { cause });
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return new OutgoingError('timeout', { cause });
  const unreached = syscall === 'connect' || cause instanceof AggregateError || protocol === 'http:';
  return unreached ? new OutgoingError('connect', { cause }) : tlsError(cause, code);
}

/** Names what went wrong in an exchange. A fault of this program is left as it is, not to be hidden. */
function namedError(cause: unknown): unknown {
  if (cause instanceof OutgoingError) return cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if ((cause as Error).name === 'HTTPParserError') {
    return new OutgoingError(message.includes('Invalid EOF state') ? 'reset' : 'protocol', { cause });
  }
  if (code === 'UND_ERR_SOCKET') return new OutgoingError(message.startsWith('bad ') ? 'protocol' : 'reset', { cause });
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return new OutgoingError('reset', { cause });
  if (code === 'UND_ERR_INVALID_ARG' || !code) return cause;
  if (code.startsWith('UND_ERR_')) return new OutgoingError('protocol', { cause });
  if (/^ERR_(SSL|TLS)_|^EPROTO$/.test(code)) return tlsError(cause, code);
  return new OutgoingError(code === 'ETIMEDOUT' ? 'timeout' : 'reset', { cause });
}

/** The code says what is wrong with the receiver's certificate, so its owner is told. */
function tlsError(cause: unknown, code: string): OutgoingError {
  return new OutgoingError('tls', { cause }, `The TLS connection failed (${code}).`);
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
