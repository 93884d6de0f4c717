import type { IncomingMessage, ServerResponse } from 'node:http';
import { collect } from '../config/collect.js';
import { contextIfAny } from '../context/request-context.js';
import { IDLE_CONNECTION_MS } from '../database/data-source.js';
import { ApiError } from '../errors/api-error.js';
import { networkOf } from '../security/network.js';

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

/** The parts of the memory that the bodies of one workspace, and of one network address without a credential, may hold. */
const WORKSPACE_SHARE = 1 / 2;
const ADDRESS_SHARE = 1 / 8;

/** The memory that one body takes. */
interface Reservation {
  /** So many bytes have arrived. Throws 503 where there is no room for them. */
  grow(bytes: number): void;
}

/**
 * Bounds the memory that bodies hold in this process, from the first byte to the end of the answer (D-SEC-1). Memory is taken
 * as bytes arrive, so that an announced length costs nobody anything. A body whose announced length has no room right now is
 * refused before it is read.
 */
class BodyMemory {
  /** Bytes for all bodies. */
  limit = 256 * 2 ** 20;
  #held = 0;
  /** Of those, the bytes of each workspace and network address. */
  readonly #heldBy = new Map<string, number>();
  #peak = 0;
  #rest: NodeJS.Timeout | undefined;

  /** Bytes that bodies hold now. */
  get held(): number {
    return this.#held;
  }

  /** `announced`: the length that the client promises; 0 where it promises none. */
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
        // Not the request: one that is answered before its last bytes were read never closes.
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

  /** A process at rest collects nothing by itself, and would keep what large bodies took. */
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

/** The group of bodies that shares a part of the memory: a workspace or a network address. */
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
