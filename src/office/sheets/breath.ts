import { setImmediate } from 'node:timers/promises';

/** Milliseconds that a long computation may go on before others get their turn. */
const LONGEST = 15;

/** Keeps a long computation from holding up other requests: `await breath.taken()` every now and then. */
export class Breath {
  #last = performance.now();

  async taken(): Promise<void> {
    if (performance.now() - this.#last < LONGEST) return;
    await setImmediate();
    this.#last = performance.now();
  }
}
