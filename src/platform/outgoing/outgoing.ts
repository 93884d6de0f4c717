import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { type AddressPolicy, checkUrl, ForbiddenAddressError, UnresolvedNameError } from './addresses.js';

export interface OutgoingRequest {
  headers: Record<string, string>;
  body?: Buffer | string;
  /** Timeout of the whole exchange, from DNS to the last byte, in milliseconds. */
  timeoutMs: number;
  /** Bytes of the response to read before the connection is closed; default 64 KiB. */
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

/** Connect timeout, which also holds when the request was abandoned. */
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_TARGETS = 1_000;

type Method = 'GET' | 'POST';

interface Target {
  origin: string;
  path: string;
}

/**
 * The only HTTP client for user-supplied URLs. Every new connection resolves its name once, checks all addresses, and connects
 * to one of those (no DNS rebinding); a keep-alive connection keeps its checked address. Proxy environment variables are
 * ignored.
 */
export class OutgoingHttp {
  private agent?: Promise<Agent>;
  private readonly running = new Set<Promise<unknown>>();
  /** Cache of parsed URLs. */
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

/** Lazy: a process without requests saves the memory of undici. */
async function open(policy: AddressPolicy): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  // autoSelectFamily makes `lookup` return all addresses, which are tried in turn.
  const options = { allowH2: false, timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true, lookup: lookupOf(policy) };
  const connect = checkedConnector(policy, buildConnector(options));
  // One timeout covers the whole exchange, so those of undici are off.
  return new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0, connect });
}

/** The check is part of the name resolution of the connection, so no second lookup could return other addresses. */
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
    // IP literals are not looked up, so they are checked here.
    if (isIP(target.hostname) && policy.judge(target.hostname) === 'forbidden') {
      callback(new OutgoingError('forbidden_address'), null);
    } else {
      connect(target, done);
    }
  };
}

/**
 * One exchange, until it completes, times out or is aborted. Uses the callback API of undici, because its streams and abort
 * signals would double the cost of a small request.
 */
function exchangeOver(agent: Agent, method: Method, target: Target, request: OutgoingRequest): Promise<OutgoingAnswer> {
  const { headers, body, timeoutMs, signal, maxBodyBytes = 64 * 1024 } = request;
  if (signal?.aborted) throw new OutgoingError('aborted');
  const started = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingAnswer>();
  let connection: Dispatcher.DispatchController | null = null;
  let given: OutgoingError | null = null;
  // undici can be aborted only once it is connected, so the timeout works independently.
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
  // `stream: true` omits a last character that the limit cut in half.
  return new TextDecoder().decode(read, { stream: bytes >= maxBytes }).replaceAll('\0', '');
}

/** Maps an error that occurred before the connection was established. */
function connectionError(cause: Error, protocol: string): OutgoingError {
  const { code = '', syscall } = cause as NodeJS.ErrnoException;
  if (cause instanceof ForbiddenAddressError) return new OutgoingError('forbidden_address');
  if (cause instanceof UnresolvedNameError) return new OutgoingError('dns', { cause });
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return new OutgoingError('timeout', { cause });
  const unreached = syscall === 'connect' || cause instanceof AggregateError || protocol === 'http:';
  return unreached ? new OutgoingError('connect', { cause }) : tlsError(cause, code);
}

/** Maps an error of an exchange. Programming errors are passed on. */
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

/** The code names the problem with the certificate, for the owner of the receiver. */
function tlsError(cause: unknown, code: string): OutgoingError {
  return new OutgoingError('tls', { cause }, `The TLS connection failed (${code}).`);
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
