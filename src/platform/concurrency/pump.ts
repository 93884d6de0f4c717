import type { Logger } from '@nestjs/common';
import { AsyncResource } from 'node:async_hooks';

/** When to run next: null, not before it is called; 0, at once; otherwise in so many milliseconds. */
export type Turn = number | null;

/** Milliseconds before work that failed is tried again. */
const AFTER_FAILURE = 1_000;

/** Runs work in turns, one at a time, whenever it is woken. A wake during a turn leads to another one, so none is lost. */
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
    // Woken from within a request, the work must not run in that request's context.
    this.#turn = AsyncResource.bind(turn);
  }

  /** Has the work done soon; resolves when there is nothing left to do at once. */
  wake(): Promise<void> {
    this.#woken = true;
    if (this.#stopped) return Promise.resolve();
    return (this.#running ??= this.#run());
  }

  /** Starts no more turns and waits for the running one. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#woken && !this.#stopped) {
      this.#woken = false;
      const left = await this.#turn().catch((error: Error) => {
        this.logger.warn(error, 'Work failed and is tried again.');
        return AFTER_FAILURE;
      });
      if (left === 0) this.#woken = true;
      else if (left !== null) this.#wakeIn(left);
    }
    // Without yielding to the event loop since the last look at #woken, or a wake in between would be lost.
    this.#running = null;
  }

  #wakeIn(milliseconds: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.wake(), milliseconds);
  }
}
