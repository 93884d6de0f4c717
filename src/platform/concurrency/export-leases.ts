import { Injectable } from '@nestjs/common';
import { Limiter } from './limiter.js';
import { LongReads } from './long-reads.js';

/** Concurrent exports per process. Each holds memory and a database connection until its client has read everything. */
const MAX_CONCURRENT = 2;

/** Maximum wait for a lease. */
const MAX_WAIT_MS = 60_000;

/** An export that has waited this long for its client in total is ended when others wait for a lease. */
const MAX_BACKPRESSURE_MS = 30_000;

/** Interval of the check for slow clients. */
const CHECK_MS = 1_000;

interface Running {
  /** Total milliseconds of backpressure, without the current wait. */
  waited: number;
  /** Start of the current wait for its client; null while it works. */
  since: number | null;
  end: () => void;
}

/** Bounds concurrent exports in this process. An export with a slow client is ended only when others wait for its lease. */
@Injectable()
export class ExportLeases {
  readonly #limiter = new Limiter({
    atOnce: MAX_CONCURRENT,
    waitMs: MAX_WAIT_MS,
    message: 'The server is busy with other exports. Try again in a moment.',
  });
  readonly #running = new Set<Running>();
  #look: NodeJS.Timeout | undefined;

  constructor(private readonly longReads: LongReads) {}

  /**
   * Yields from `source` under a lease. `end` is called if the client is too slow while others wait, and must end the consumer
   * of this generator. Throws 503 if no lease becomes free in time.
   */
  async *run<T>(key: string, source: () => AsyncGenerator<T>, end: () => void): AsyncGenerator<T> {
    const lease = await this.#limiter.acquire({ key });
    const running: Running = { waited: 0, since: null, end };
    this.#running.add(running);
    this.#look ??= setInterval(() => this.#endSlowest(), CHECK_MS).unref();
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
    if (slowest && waitedBy(slowest) > MAX_BACKPRESSURE_MS) slowest.end();
  }
}

const waitedBy = ({ waited, since }: Running) => waited + (since === null ? 0 : performance.now() - since);
