import { setImmediate } from 'node:timers/promises';

/** Milliseconds that a long computation may go on before other requests get to run. */
const LONGEST_STRETCH_MS = 15;

/** Keeps a long computation from holding up the event loop: `await yielding.ifDue()` every now and then. */
export class Yielding {
  #last = performance.now();

  async ifDue(): Promise<void> {
    if (performance.now() - this.#last < LONGEST_STRETCH_MS) return;
    await setImmediate();
    this.#last = performance.now();
  }
}
