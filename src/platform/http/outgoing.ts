import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher, errors } from 'undici';
import { type AddressPolicy, checkUrl, ForbiddenAddressError, UnresolvedNameError } from './addresses.js';

export interface OutgoingRequest {
  headers: Record<string, string>;
  body: Buffer | string;
  /** Bounds the whole exchange, from the name's resolution to the last byte read, in milliseconds. */
  timeoutMs: number;
  /** How much of the answer is read before the connection is cut, in bytes; default 64 KiB. */
  maxBodyBytes?: number;
  signal?: AbortSignal;
}

export interface OutgoingAnswer {
  /** Any final status; redirects are answers like others and never followed. */
  status: number;
  headers: { retryAfter?: string; contentType?: string };
  /** The first `maxBodyBytes` as they came (never decompressed), read as UTF-8 without NUL characters. */
  body: string;
  durationMs: number;
}

const MESSAGES = {
  forbidden_address: 'The address is not a public one.',
  timeout: 'No complete answer came in time.',
  dns: 'The name could not be resolved.',
  connect: 'No connection could be made.',
  tls: 'No secure connection could be made.',
  reset: 'The connection was closed before the answer was complete.',
  protocol: 'The answer was not valid HTTP.',
  aborted: 'The request was given up.',
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
  private readonly agent: Agent;
  private readonly running = new Set<Promise<unknown>>();
  private closing?: Promise<void>;

  constructor(policy: AddressPolicy) {
    // Time is bounded once for the whole exchange, so undici's limits for parts of it are off.
    this.agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0, connect: checkedConnector(policy) });
  }

  /** Sends one POST. Throws OutgoingError when no complete answer came. */
  async post(url: string, request: OutgoingRequest): Promise<OutgoingAnswer> {
    const checked = checkUrl(url, { httpsOnly: false });
    if (!checked.ok) throw new OutgoingError('protocol', {}, `The address ${checked.reason}.`);
    if (this.closing || request.signal?.aborted) throw new OutgoingError('aborted');
    const exchange = withinLimits(request, (signal) => this.exchange(checked.url, request, signal));
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
    return (this.closing ??= Promise.allSettled(this.running).then(() => this.agent.destroy()));
  }

  onModuleDestroy(): Promise<void> {
    return this.close();
  }

  private async exchange(url: URL, request: OutgoingRequest, signal: AbortSignal): Promise<OutgoingAnswer> {
    const started = performance.now();
    const answer = await this.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: request.headers,
      body: request.body,
      signal,
    });
    const body = await readText(answer.body, request.maxBodyBytes ?? 64 * 1024);
    return {
      status: answer.statusCode,
      headers: { retryAfter: first(answer.headers['retry-after']), contentType: first(answer.headers['content-type']) },
      body,
      durationMs: Math.round(performance.now() - started),
    };
  }
}

/** Judging is the connection's own name resolution, so there is no second one that could answer differently. */
function checkedConnector(policy: AddressPolicy): buildConnector.connector {
  const lookup: LookupFunction = (hostname, _options, done) => {
    policy.resolve(hostname).then(
      (addresses) => done(null, addresses),
      (error: Error) => done(error, []),
    );
  };
  // autoSelectFamily has `lookup` asked for all addresses, and tries them in turn.
  const connect = buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true, lookup });
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

/** Runs an exchange until time is over or the caller gives up. */
async function withinLimits<T>({ timeoutMs, signal }: OutgoingRequest, run: (signal: AbortSignal) => Promise<T>) {
  const limit = new AbortController();
  // undici heeds a signal only once it has a connection, so that the limit has to hold without its help.
  const over = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason as OutgoingError));
  });
  const timer = setTimeout(() => limit.abort(new OutgoingError('timeout')), timeoutMs);
  const giveUp = () => limit.abort(new OutgoingError('aborted'));
  signal?.addEventListener('abort', giveUp);
  try {
    return await Promise.race([run(limit.signal), over]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

async function readText(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early destroys the stream and with it the connection.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
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
  if (cause instanceof errors.HTTPParserError) {
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
  return new OutgoingError('tls', { cause }, `No secure connection could be made (${code}).`);
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
