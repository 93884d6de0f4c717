import type { IncomingMessage, ServerResponse } from 'node:http';
import { collect } from '../config/collect.js';
import { contextIfAny } from '../context/request-context.js';
import { IDLE_CONNECTION_MS } from '../database/data-source.js';
import { ApiError } from '../errors/api-error.js';
import { networkOf } from '../security/network.js';

/** A body is in memory as bytes, as text and as values. */
const COPIES = 3;

/** Smaller bodies are not counted. */
const SMALL_BYTES = 64 * 2 ** 10;

/**
 * Forces a garbage collection after at least MUCH_BYTES were held and nothing was held for REST_MS. The delay is longer than
 * the idle timeout of connections, which keep the values of their last query.
 */
const MUCH_BYTES = 32 * 2 ** 20;
const REST_MS = IDLE_CONNECTION_MS + 5_000;

/** Maximum share of one workspace, and of one IP address without a credential. */
const WORKSPACE_SHARE = 1 / 2;
const ADDRESS_SHARE = 1 / 8;

/** The memory that one body takes. */
interface Reservation {
  /** Accounts for received bytes. Throws 503 if there is no room. */
  grow(bytes: number): void;
}

/**
 * Bounds the memory of request bodies in this process, from the first byte to the end of the response (D-SEC-1). Memory is
 * reserved as bytes arrive, so announcing a length costs others nothing. If the announced length does not fit right now, the
 * request is refused before its body is read.
 */
class BodyMemory {
  /** Bytes for all bodies. */
  limit = 256 * 2 ** 20;
  #held = 0;
  /** Held bytes by workspace or IP address. */
  readonly #heldBy = new Map<string, number>();
  #peak = 0;
  #rest: NodeJS.Timeout | undefined;

  /** Bytes that bodies hold now. */
  get held(): number {
    return this.#held;
  }

  /** `announced`: the Content-Length, or 0. */
  reserve(request: IncomingMessage, announced: number): Reservation {
    const holder = holderOf();
    let reserved = 0;
    const check = (bytes: number): number => {
      const more = bytes > SMALL_BYTES ? bytes * COPIES - reserved : 0;
      if (more > 0) this.#refuseOverfull(holder, more);
      return more;
    };
    check(announced);
    return {
      grow: (bytes) => {
        const more = check(bytes);
        if (more <= 0) return;
        // On the response, because a request answered before its body was read never emits `close`.
        if (reserved === 0) responseTo(request).once('close', () => this.#release(holder, reserved));
        reserved += more;
        this.#hold(holder, more);
        this.#peak = Math.max(this.#peak, this.#held);
      },
    };
  }

  #refuseOverfull(holder: Holder, more: number): void {
    if (this.#held + more > this.limit)
      throw full('The server is busy with other large bodies. Try again in a moment.');
    if ((this.#heldBy.get(holder.key) ?? 0) + more > this.limit * holder.share)
      throw full('You are sending too many large bodies at once. Try again in a moment.');
  }

  #hold({ key }: Holder, bytes: number): void {
    this.#held += bytes;
    const held = (this.#heldBy.get(key) ?? 0) + bytes;
    if (held) this.#heldBy.set(key, held);
    else this.#heldBy.delete(key);
  }

  /** An idle process does not run the garbage collector, so large bodies would stay in memory. */
  #release(holder: Holder, bytes: number): void {
    this.#hold(holder, -bytes);
    clearTimeout(this.#rest);
    if (this.#held > 0 || this.#peak < MUCH_BYTES) return;
    this.#rest = setTimeout(() => {
      this.#peak = 0;
      collect();
    }, REST_MS).unref();
  }
}

export const bodyMemory = new BodyMemory();

export const responseTo = (request: IncomingMessage) => (request as IncomingMessage & { res: ServerResponse }).res;

/** The account that bodies are charged to: a workspace or an IP address. */
interface Holder {
  key: string;
  share: number;
}

function holderOf(): Holder {
  const context = contextIfAny();
  return context?.credential
    ? { key: context.workspaceId, share: WORKSPACE_SHARE }
    : { key: networkOf(context?.ip ?? null), share: ADDRESS_SHARE };
}

const full = (message: string) => new ApiError(503, message, undefined, { 'Retry-After': '2' });
