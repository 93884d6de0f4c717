import { setImmediate } from 'node:timers/promises';

/** Maximum time between yields to the event loop. */
const LONGEST_STRETCH_MS = 15;

/** Yields to the event loop during long computations: `await yielding.ifDue()` regularly. */
export class Yielding {
  #last = performance.now();

  async ifDue(): Promise<void> {
    if (performance.now() - this.#last < LONGEST_STRETCH_MS) return;
    await setImmediate();
    this.#last = performance.now();
  }
}
