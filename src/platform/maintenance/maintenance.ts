import { Injectable } from '@nestjs/common';

/** Work that comes by itself. */
export interface Chore {
  /** Unique over all apps. */
  name: string;
  /** Milliseconds between two runs. */
  every: number;
  /** Must bear being repeated, and another process doing the same at the same time. */
  run: () => Promise<unknown>;
}

/**
 * The chores of all apps. Each runs once per tick over all processes that work the queues.
 *
 * @example
 * constructor(maintenance: Maintenance) {
 *   maintenance.add({ name: 'deals.stale', every: 3_600_000, run: () => this.markStale() });
 * }
 */
@Injectable()
export class Maintenance {
  readonly #chores = new Map<string, Chore>();

  get chores(): Iterable<Chore> {
    return this.#chores.values();
  }

  /** Must be called before the application has started. */
  add(chore: Chore): void {
    if (this.#chores.has(chore.name)) throw new Error(`There are two chores named ${chore.name}.`);
    this.#chores.set(chore.name, chore);
  }

  /** Runs a chore now. A name of another version of the application is nothing to do here. */
  async run(name: string): Promise<void> {
    await this.#chores.get(name)?.run();
  }
}
