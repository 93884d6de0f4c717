import type { LoggerService } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
import { DataDirBusyError } from './home.js';

/** Backoff between restarts, doubled up to the maximum. */
const RETRY_MS = 200;
const MAX_RETRY_MS = 5_000;
/** Maximum wait of a command for a server that is starting or stopping. */
const MAX_BORROW_WAIT_MS = 15_000;

/** Supervises the embedded PostgreSQL. If it ends unexpectedly, it is restarted on the same port; until then requests get 503. */
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
    for (let wait = RETRY_MS; !signal.aborted; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
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
  for (const deadline = Date.now() + MAX_BORROW_WAIT_MS; ; await sleep(200)) {
    const url = await findEmbeddedPostgres(dataDir);
    if (url) return { url, stop: async () => undefined };
    try {
      return await startEmbeddedPostgres({ dataDir });
    } catch (error) {
      if (!(error instanceof DataDirBusyError) || Date.now() > deadline) throw error;
    }
  }
}
