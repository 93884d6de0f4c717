/** Choices that look like chance, and are the same each time for the same name. */
export class Random {
  #state = 0;

  constructor(name: string) {
    for (const letter of name) this.#state = (Math.imul(this.#state, 31) + letter.codePointAt(0)!) | 0;
  }

  /** A number from 0 up to 1: mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  int = (from: number, to: number): number => from + Math.floor(this.next() * (to - from + 1));

  chance = (probability: number): boolean => this.next() < probability;

  pick = <T>(from: readonly T[]): T => from[Math.floor(this.next() * from.length)]!;

  /** So many of them, each once, in any order. */
  some<T>(from: readonly T[], count: number): T[] {
    const left = [...from];
    const taken: T[] = [];
    while (taken.length < count && left.length) taken.push(...left.splice(Math.floor(this.next() * left.length), 1));
    return taken;
  }
}

const DAY_MS = 86_400_000;

/** The date so many days from today. */
export const day = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
