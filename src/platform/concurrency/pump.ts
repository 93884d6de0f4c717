import type { Logger } from '@nestjs/common';
import { AsyncResource } from 'node:async_hooks';

/** Delay before the next run in milliseconds; 0: at once; null: not before `wake`. */
export type Turn = number | null;

/** Backoff after a failure. */
const RETRY_MS = 1_000;

/** Runs a task whenever it is woken, one run at a time. A wake during a run causes another run, so no wake is lost. */
export class Pump {
  #running: Promise<void> | null = null;
  #woken = false;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;
  readonly #turn: () => Promise<Turn>;

  constructor(
    turn: () => Promise<Turn>,
    private readonly logger: Logger,
  ) {
    // Bound here, because a wake from within a request must not run the task in its context.
    this.#turn = AsyncResource.bind(turn);
  }

  /** Requests a run. Resolves when no work is left. */
  wake(): Promise<void> {
    this.#woken = true;
    if (this.#stopped) return Promise.resolve();
    return (this.#running ??= this.#run());
  }

  /** Stops: no further run starts. Resolves when the running one has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#woken && !this.#stopped) {
      this.#woken = false;
      const left = await this.#turn().catch((error: Error) => {
        this.logger.warn(error, 'Work failed and will be retried.');
        return RETRY_MS;
      });
      if (left === 0) this.#woken = true;
      else if (left !== null) this.#wakeIn(left);
    }
    // Must happen in the same tick as the last check of #woken; otherwise a wake in between would be lost.
    this.#running = null;
  }

  #wakeIn(milliseconds: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.wake(), milliseconds);
  }
}
