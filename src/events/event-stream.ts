import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { Reply, type StoredEvent } from '../platform/index.js';
import { envelopeOf } from './envelope.js';

/** Bytes that wait for a client before it is cut off. It comes back with the id of the last event that it got. */
const MAX_WAITING_BYTES = 1_048_576;
/** Milliseconds that a client may take nothing of past events before it is cut off. */
const SILENCE_MS = 60_000;
/** Events that are kept while past ones are sent. Where more come, they are read from the log. */
const MAX_PENDING = 1_000;

/** Milliseconds after which browsers connect again. */
const RETRY_MS = 1_000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Proxies such as nginx hand on what comes, at once.
  'X-Accel-Buffering': 'no',
};

/** An event as a stream sends it. Its text is made once for all streams. */
export class Frame {
  #bytes: Buffer | null = null;

  constructor(readonly event: StoredEvent) {}

  get bytes(): Buffer {
    const { sequence, type } = this.event;
    return (this.#bytes ??= Buffer.from(
      `id: ${sequence}\nevent: ${type}\ndata: ${JSON.stringify(envelopeOf(this.event))}\n\n`,
    ));
  }
}

/** One client that follows the events of its workspace (D-EVT-2). */
export class EventStream {
  /** The sequence up to which everything has been sent, or is not for this client. */
  last = 0;
  /** New events while past ones are sent; null afterwards. */
  pending: Frame[] | null = [];
  /** Whether `pending` has lost some. */
  overflowed = false;
  /** The last sequence that the client knows. */
  #known = 0;

  /** `types`: those that the client asked for; null for all. */
  constructor(
    private readonly response: ServerResponse,
    readonly types: ReadonlySet<string> | null,
  ) {}

  get closed(): boolean {
    return this.response.closed || this.response.destroyed || this.response.writableEnded;
  }

  /** Begins the answer behind `last`. */
  begin(): void {
    this.response.writeHead(200, HEADERS);
    // An id without data says where to go on, though nothing has happened yet.
    this.response.write(`retry: ${RETRY_MS}\nid: ${this.last}\n\n`);
    this.#known = this.last;
  }

  /** Keeps new events for the time when past ones have been sent. */
  keep(frames: readonly Frame[]): void {
    this.pending!.push(...frames);
    if (this.pending!.length <= MAX_PENDING) return;
    this.pending = [];
    this.overflowed = true;
  }

  /** Sends one event, and waits until the client has taken enough of it. */
  async sendSlowly(frame: Frame): Promise<void> {
    this.#known = frame.event.sequence;
    if (this.response.write(frame.bytes)) return;
    const signal = AbortSignal.timeout(SILENCE_MS);
    await Promise.race([once(this.response, 'drain', { signal }), once(this.response, 'close', { signal })]).catch(() =>
      this.cut(),
    );
  }

  /** Sends events up to `last` at once; a client that leaves too much of them is cut off. */
  send(bytes: Buffer, last: number): void {
    this.#known = last;
    this.response.write(bytes);
    if (this.response.writableLength > MAX_WAITING_BYTES) this.cut();
  }

  /** Keeps proxies and clients from taking the connection for dead. */
  beat(): void {
    if (this.closed || !this.response.headersSent) return;
    const moved = this.pending === null && this.last > this.#known;
    // Events that are not for this client count too, so that it does not come back too far behind.
    if (moved) this.#known = this.last;
    this.response.write(moved ? `: still here\nid: ${this.last}\n\n` : ': still here\n\n');
  }

  end(): void {
    this.response.end();
  }

  cut(): void {
    this.response.destroy();
  }
}

/** The answer that a stream is. `ready` is called once it has begun. */
export class EventStreamReply extends Reply {
  constructor(
    private readonly stream: EventStream,
    private readonly ready: () => void,
  ) {
    super(200, HEADERS, '');
  }

  override send(response: ServerResponse): void {
    if (response.req.method === 'HEAD') {
      response.writeHead(200, HEADERS).end();
      return;
    }
    this.stream.begin();
    this.ready();
  }

  override with(): Reply {
    return this;
  }
}
