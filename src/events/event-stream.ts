import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { Reply, type StoredEvent } from '../platform/index.js';
import { envelopeOf } from './envelope.js';

/** Backpressure: a client with more unread bytes is disconnected. It reconnects with the id of its last event. */
const MAX_UNREAD_BYTES = 1_048_576;
/** Milliseconds that a client may stall during catch-up before it is disconnected. */
const STALL_TIMEOUT_MS = 60_000;
/** Live events buffered during catch-up. On overflow they are read from the log. */
const MAX_PENDING = 1_000;

/** Reconnection delay of browsers (`retry` field). */
const RETRY_MS = 1_000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Turns off the response buffering of nginx and similar proxies.
  'X-Accel-Buffering': 'no',
};

/** Type of the event that tells a person of new items in their inbox. It is in no log, so it has no id and is not sent again.
 * Only clients that name it get it. */
export const INBOX_EVENT = 'inbox';

/** A server-sent event, serialized once for all streams. */
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

/** One client connection that follows the events of its workspace (D-EVT-2). */
export class EventStream {
  /** All events up to this sequence were sent, or are not for this client. */
  last = 0;
  /** Live events buffered during catch-up; null afterwards. */
  pending: Frame[] | null = [];
  /** Whether `pending` was discarded because it was full. */
  overflowed = false;
  /** Whether live events are buffered because the rights of the viewer are not known. */
  #held = false;
  /** The last sequence sent to the client as an id. */
  #sentId = 0;

  /** `types`: the requested event types; null for all. */
  constructor(
    private readonly response: ServerResponse,
    readonly types: ReadonlySet<string> | null,
  ) {}

  get closed(): boolean {
    return this.response.closed || this.response.destroyed || this.response.writableEnded;
  }

  /** Sends headers and the id `last`. */
  begin(): void {
    this.response.writeHead(200, HEADERS);
    // An id without data: a client that reconnects before the first event resumes here.
    this.response.write(`retry: ${RETRY_MS}\nid: ${this.last}\n\n`);
    this.#sentId = this.last;
  }

  /** Buffers live events until catch-up has ended. */
  buffer(frames: readonly Frame[]): void {
    this.pending!.push(...frames);
    if (this.pending!.length <= MAX_PENDING) return;
    this.pending = [];
    this.overflowed = true;
  }

  /** Buffers live events until `release`. */
  hold(frames: readonly Frame[]): void {
    if (this.pending === null) {
      this.pending = [];
      this.#held = true;
    }
    this.buffer(frames);
  }

  /** Whether the stream was held and must catch up. */
  release(): boolean {
    const held = this.#held;
    this.#held = false;
    return held;
  }

  /** Sends one event and waits while the connection applies backpressure. */
  async sendAndDrain(frame: Frame): Promise<void> {
    this.#sentId = frame.event.sequence;
    if (this.response.write(frame.bytes)) return;
    const signal = AbortSignal.timeout(STALL_TIMEOUT_MS);
    await Promise.race([once(this.response, 'drain', { signal }), once(this.response, 'close', { signal })]).catch(() =>
      this.disconnect(),
    );
  }

  /** Sends events up to `last` without waiting; disconnects a client with too many unread bytes. */
  send(bytes: Buffer, last: number): void {
    this.#sentId = last;
    this.response.write(bytes);
    if (this.response.writableLength > MAX_UNREAD_BYTES) this.disconnect();
  }

  /** Sends an event without data, if the client has asked for its type. It may be lost with the connection. */
  announce(type: string): void {
    if (this.closed || !this.response.headersSent || !this.types?.has(type)) return;
    this.response.write(`event: ${type}\ndata: {}\n\n`);
    if (this.response.writableLength > MAX_UNREAD_BYTES) this.disconnect();
  }

  /** Heartbeat comment, which keeps idle connections open. */
  heartbeat(): void {
    if (this.closed || !this.response.headersSent) return;
    const moved = this.pending === null && this.last > this.#sentId;
    // Advances the id past events that are not for this client, so that a reconnect does not rescan them.
    if (moved) this.#sentId = this.last;
    this.response.write(moved ? `: still here\nid: ${this.last}\n\n` : ': still here\n\n');
  }

  end(): void {
    this.response.end();
  }

  disconnect(): void {
    this.response.destroy();
  }
}

/** The reply of a stream. `ready` is called after the headers. */
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
