import { Injectable } from '@nestjs/common';
import { Limiter } from './limiter.js';
import { LongReads } from './long-reads.js';

/** Exports that run at a time in one process: each holds memory, and a connection until its client has all of it. */
const AT_ONCE = 2;

/** Milliseconds that an export waits for its lease. */
const WAIT_MS = 60_000;

/** Milliseconds that an export may wait for its client, all in all, while others wait for its lease. */
const SLOW_MS = 30_000;

/** Milliseconds between two looks at which client is slow. */
const LOOK_MS = 1_000;

interface Running {
  /** Milliseconds that its client kept it waiting, not counting the present time. */
  waited: number;
  /** Since when it waits for its client; null while it works. */
  since: number | null;
  end: () => void;
}

/** Lets a few exports run at a time in this process. One whose client takes its time may do so until others wait. */
@Injectable()
export class ExportLeases {
  readonly #limiter = new Limiter({
    atOnce: AT_ONCE,
    waitMs: WAIT_MS,
    message: 'The server is busy with other exports. Try again in a moment.',
  });
  readonly #running = new Set<Running>();
  #look: NodeJS.Timeout | undefined;

  constructor(private readonly longReads: LongReads) {}

  /**
   * Yields from `source`, once it has a lease. `end` is called when its client is too slow while others wait: it has to end the
   * reader of this generator. Throws a 503 when no lease is free in time.
   */
  async *run<T>(key: string, source: () => AsyncGenerator<T>, end: () => void): AsyncGenerator<T> {
    const lease = await this.#limiter.acquire({ key });
    const running: Running = { waited: 0, since: null, end };
    this.#running.add(running);
    this.#look ??= setInterval(() => this.#endSlowest(), LOOK_MS).unref();
    try {
      for await (const item of source()) {
        running.since = performance.now();
        yield item;
        running.waited = waitedBy(running);
        running.since = null;
      }
    } finally {
      this.#running.delete(running);
      lease.release();
      if (!this.#running.size) {
        clearInterval(this.#look);
        this.#look = undefined;
      }
    }
  }

  #endSlowest(): void {
    if (!this.#limiter.waiting && !this.longReads.waiting) return;
    const [slowest] = [...this.#running].sort((a, b) => waitedBy(b) - waitedBy(a));
    if (slowest && waitedBy(slowest) > SLOW_MS) slowest.end();
  }
}

const waitedBy = ({ waited, since }: Running) => waited + (since === null ? 0 : performance.now() - since);
