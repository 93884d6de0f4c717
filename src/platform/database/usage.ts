import { contextIfAny } from '../context/request-context.js';
import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';

/**
 * Buffers last-used times and writes them in batches, because a use is not worth a write of its own. Uses since the last batch
 * are lost if the process is killed.
 *
 * @example
 * class KeyUsage extends Usage<{ at: string }> {
 *   constructor() { super({ every: 5_000 }); }
 *   protected write(uses: [id: string, use: { at: string }][]) { … }
 * }
 */
export abstract class Usage<U> implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger(this.constructor.name);
  readonly #every: number;
  #uses = new Map<string, U>();
  #timer: NodeJS.Timeout;

  /** `every`: milliseconds between two batches. */
  constructor({ every }: { every: number }) {
    this.#every = every;
  }

  /** Writes the last use of each id. */
  protected abstract write(uses: [id: string, use: U][]): Promise<void>;

  protected note(id: string, use: U): void {
    if (contextIfAny()?.uses === false) return;
    this.#uses.set(id, use);
  }

  /** Writes what was noted so far. */
  async flush(): Promise<void> {
    if (!this.#uses.size) return;
    const uses = [...this.#uses];
    this.#uses = new Map();
    await this.write(uses);
  }

  onModuleInit(): void {
    this.#timer = setInterval(() => this.flush().catch((error) => this.#logger.warn(error)), this.#every).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch((error) => this.#logger.warn(error));
  }
}
