import { createHash } from 'node:crypto';

/** Random numbers that a seed repeats. Streams of different names do not depend on how far the others have got. */
export class Random {
  #state: number;

  constructor(private readonly seed: string) {
    this.#state = createHash('sha256').update(seed).digest().readUInt32LE();
  }

  /** A stream of its own. */
  stream(name: string): Random {
    return new Random(`${this.seed}/${name}`);
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  /** One of the names, by weight. */
  weighted<T extends string>(weights: Record<T, number>): T {
    const entries = Object.entries<number>(weights);
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) if ((rest -= weight) < 0) return name as T;
    return entries.at(-1)![0] as T;
  }
}
