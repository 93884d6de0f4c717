import type { IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { IDLE_CONNECTION_MS } from '../database/data-source.js';
import { ApiError } from '../errors/api-error.js';

/** A body is there as bytes, as text and as values at once. */
const COPIES = 3;

/** Forms and small records: not worth refusing, nor counting. */
const SMALL_BYTES = 64 * 2 ** 10;

/**
 * So much must have been held before it is worth to collect it, and so long nothing may be held any more: a connection to
 * the database keeps the values of its last query until it is closed.
 */
const MUCH_BYTES = 32 * 2 ** 20;
const REST_MS = IDLE_CONNECTION_MS + 5_000;

/** The memory that one body takes. */
interface Reservation {
  /** So many bytes have come; throws 503 where there is no room for more than was reserved. */
  grow(bytes: number): void;
}

/**
 * What bodies hold in the memory of the process, from the first byte to the end of the answer, is bounded: a body for which
 * there is no room is a 503, before it is read where `Content-Length` tells its size.
 */
class BodyMemory {
  /** Bytes for all bodies. */
  limit = 256 * 2 ** 20;
  #held = 0;
  #peak = 0;
  #rest: NodeJS.Timeout | undefined;

  reserve(request: IncomingMessage, length: number): Reservation {
    let reserved = 0;
    const grow = (bytes: number) => {
      const more = bytes > SMALL_BYTES ? bytes * COPIES - reserved : 0;
      if (more <= 0) return;
      if (this.#held + more > this.limit) throw full();
      if (reserved === 0) request.once('close', () => this.#release(reserved));
      reserved += more;
      this.#held += more;
      this.#peak = Math.max(this.#peak, this.#held);
    };
    grow(length);
    return { grow };
  }

  /** A process at rest collects nothing by itself, and would keep what large bodies took. */
  #release(bytes: number): void {
    this.#held -= bytes;
    clearTimeout(this.#rest);
    if (this.#held > 0 || this.#peak < MUCH_BYTES) return;
    this.#rest = setTimeout(() => {
      this.#peak = 0;
      collect();
    }, REST_MS).unref();
  }
}

export const bodyMemory = new BodyMemory();

const full = () =>
  new ApiError(503, 'Too many large bodies are being worked on. Try again.', undefined, { 'Retry-After': '2' });

/** Gives back all that nothing holds; `last-resort` also what would have to be compiled again. */
export function collect(flavor: 'regular' | 'last-resort' = 'last-resort'): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor });
}
