import { unavailable } from '../errors/api-error.js';

/** Lets so much work run at a time, so much wait for a slot, and refuses what is beyond that with 503. */
export class Slots {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly atATime: number,
    private readonly mayWait: number,
  ) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.atATime) this.#running++;
    else if (this.#waiting.length < this.mayWait) await new Promise<void>((go) => this.#waiting.push(go));
    else throw unavailable();
    try {
      return await work();
    } finally {
      // A slot that becomes free is handed on.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
