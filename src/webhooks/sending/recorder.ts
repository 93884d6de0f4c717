import { Injectable } from '@nestjs/common';
import { Attempts, type Report } from './attempts.js';

interface Waiting {
  report: Report;
  done: () => void;
  failed: (error: unknown) => void;
}

/**
 * Writes attempts down: all that ended while the statement before was running go into the next one. Alone, an attempt
 * waits for nothing; under load a statement carries dozens.
 */
@Injectable()
export class Recorder {
  #waiting: Waiting[] = [];
  #writing = false;

  constructor(private readonly attempts: Attempts) {}

  /** Resolves once the attempt is durable, or is left out because another worker has tried the delivery. */
  record(report: Report): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ report, done, failed });
      if (!this.#writing) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#writeAll(batch);
    }
    this.#writing = false;
  }

  /** One that cannot be written must not take the others with it. */
  async #writeAll(batch: Waiting[]): Promise<void> {
    try {
      await this.attempts.record(batch.map(({ report }) => report));
      for (const { done } of batch) done();
    } catch (error) {
      if (batch.length === 1) batch[0]!.failed(error);
      else for (const each of batch) await this.#writeAll([each]);
    }
  }
}
