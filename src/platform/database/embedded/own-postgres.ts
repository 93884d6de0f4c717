import type { LoggerService } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DataDirBusyError,
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.js';

/** Between attempts to start a server that ended by itself; doubled each time up to the longest. */
const RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;
/** For so long a command waits for a server that is just starting or stopping. */
const BORROW_WITHIN_MS = 15_000;

/**
 * The embedded PostgreSQL of a serving process. Should it end by itself, it is started again under the same address,
 * and the process goes on: until then its requests are answered with 503.
 */
export class OwnPostgres {
  readonly url: string;
  readonly #stopping = new AbortController();
  #restarting: Promise<void> | undefined;

  private constructor(
    private readonly dataDir: string,
    private readonly logger: LoggerService,
    private server: EmbeddedPostgres,
  ) {
    this.url = server.url;
    this.#watch();
  }

  /** Throws `DataDirBusyError` while another process owns the DATA_DIR. `meanwhile`: what to do while it starts. */
  static async start(dataDir: string, logger: LoggerService, meanwhile?: () => void): Promise<OwnPostgres> {
    return new OwnPostgres(dataDir, logger, await startEmbeddedPostgres({ dataDir, meanwhile }));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#restarting;
    await this.server.stop();
  }

  #watch(): void {
    void this.server.exited.then((code) => {
      this.logger.warn(`The embedded PostgreSQL ended by itself (${code ?? 'killed'}); it is started again.`, 'Start');
      this.#restarting = this.#restart();
    });
  }

  async #restart(): Promise<void> {
    const { signal } = this.#stopping;
    const port = Number(new URL(this.url).port);
    for (let wait = RETRY_MS; !signal.aborted; wait = Math.min(2 * wait, LONGEST_RETRY_MS)) {
      try {
        this.server = await startEmbeddedPostgres({ dataDir: this.dataDir, port });
        this.#watch();
        return;
      } catch (error) {
        this.logger.error(`The embedded PostgreSQL does not start: ${(error as Error).message}`, 'Start');
        await sleep(wait, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}

/** The embedded PostgreSQL for a command: that of a running server, or one of its own until `stop`. */
export async function borrowPostgres(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  for (const deadline = Date.now() + BORROW_WITHIN_MS; ; await sleep(200)) {
    const url = await findEmbeddedPostgres(dataDir);
    if (url) return { url, stop: async () => undefined };
    try {
      return await startEmbeddedPostgres({ dataDir });
    } catch (error) {
      if (!(error instanceof DataDirBusyError) || Date.now() > deadline) throw error;
    }
  }
}
