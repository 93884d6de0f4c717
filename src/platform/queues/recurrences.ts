import { Injectable } from '@nestjs/common';
import { Queues } from './queues.js';

/**
 * Adds the recurring jobs. Every process that works the queues offers the job of the running tick, and the queue
 * takes the first offer. Nothing has to survive in the queue from one tick to the next, as it would with BullMQ's
 * job schedulers, whose chain ends when the queue server loses it.
 */
@Injectable()
export class Recurrences {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly queues: Queues) {}

  /** Offers the job now and on each tick (`every` in milliseconds, from 1970), until `stop`. */
  start(queue: string, name: string, every: number): void {
    const now = Date.now();
    const tick = Math.floor(now / every);
    const offer = {
      jobId: `recurring-${name}`, // while one waits or runs there is no second
      deduplication: { id: `${name}-${tick % 4}`, ttl: 2 * every }, // one per tick, also after it has run
      attempts: 5,
      backoff: { type: 'exponential', delay: 1000 },
      removeOnFail: true, // a failed job that stayed would keep its id, and end the recurrence
    };
    void this.queues.add(queue, name, {}, offer);
    // Offered again each minute, in case nobody was there to take it.
    const wait = Math.min((tick + 1) * every - now, 60_000);
    this.#timers.set(
      `${queue}/${name}`,
      setTimeout(() => this.start(queue, name, every), wait),
    );
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
