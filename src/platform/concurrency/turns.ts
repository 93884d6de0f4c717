import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { unavailable } from '../errors/api-error.js';

/** Milliseconds that a request waits for its turn. */
const PATIENCE = 30_000;

interface Waiting {
  of: string;
  atOnce: number;
  start: () => void;
}

/**
 * Requests whose transactions may last wait here before they take a connection. Those that change one record would wait
 * for each other with one in hand; and however many there are, half of the connections is left for everybody else.
 */
@Injectable()
export class Turns {
  /** How many run, by what they are about. */
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #room: number;

  constructor({ DATABASE_POOL }: Settings) {
    this.#room = Math.max(1, Math.floor(DATABASE_POOL / 2));
  }

  /**
   * Runs `work` when fewer than `atOnce` others of the same kind run; tells it whether it had to wait. 503 where that
   * takes too long.
   */
  async take<T>(of: string, atOnce: number, work: (waited: boolean) => Promise<T>): Promise<T> {
    const waits = !this.#isFree(of, atOnce);
    if (waits) await this.#wait(of, atOnce);
    else this.#enter(of);
    try {
      return await work(waits);
    } finally {
      this.#leave(of);
    }
  }

  #isFree(of: string, atOnce: number): boolean {
    return this.#room > 0 && (this.#running.get(of) ?? 0) < atOnce;
  }

  #wait(of: string, atOnce: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        of,
        atOnce,
        start: () => {
          clearTimeout(late);
          resolve();
        },
      };
      const late = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(unavailable('Too many others do the same right now. Try again.'));
      }, PATIENCE);
      this.#waiting.push(waiting);
    });
  }

  #enter(of: string): void {
    this.#room--;
    this.#running.set(of, (this.#running.get(of) ?? 0) + 1);
  }

  #leave(of: string): void {
    const left = this.#running.get(of)! - 1;
    if (left) this.#running.set(of, left);
    else this.#running.delete(of);
    this.#room++;
    const next = this.#waiting.findIndex((waiting) => this.#isFree(waiting.of, waiting.atOnce));
    if (next < 0) return;
    const [waiting] = this.#waiting.splice(next, 1);
    // Before it goes on, so that nobody slips in.
    this.#enter(waiting!.of);
    waiting!.start();
  }
}
