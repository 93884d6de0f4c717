/** Ends an attempt; `none`: it was not carried out. */
export type EndAttempt = (outcome: 'right' | 'wrong' | 'none') => Promise<void>;

/**
 * Limits attempts per key. Attempts in progress count as failures until they end, so that concurrency does not bypass the limit.
 */
export abstract class Attempts {
  readonly #running = new Map<string, { count: number; ended: (() => void)[] }>();

  /** How many attempts may run at once; 429 if none. */
  protected abstract slots(key: string): Promise<number>;
  protected abstract noteFailure(key: string): Promise<void>;
  abstract forget(key: string): Promise<void>;

  /** Waits for a free slot, which the returned function frees again; 429 if the limit is reached. */
  async begin(key: string): Promise<EndAttempt> {
    for (;;) {
      const slots = await this.slots(key);
      const running = this.#running.get(key) ?? { count: 0, ended: [] };
      if (running.count < slots) {
        running.count++;
        this.#running.set(key, running);
        return (outcome) => this.#end(key, outcome === 'wrong');
      }
      await new Promise<void>((go) => running.ended.push(go));
    }
  }

  /** Runs an attempt; null is a failure. */
  attempt<T>(key: string, work: () => Promise<T | null>): Promise<T | null> {
    return runAttempt(this.begin(key), work);
  }

  async #end(key: string, failed: boolean): Promise<void> {
    try {
      if (failed) await this.noteFailure(key);
    } finally {
      const running = this.#running.get(key)!;
      if (--running.count === 0) this.#running.delete(key);
      // Wakes all waiting attempts; those without a free slot wait again.
      for (const go of running.ended.splice(0)) go();
    }
  }
}

/** Begins an attempt under several limits, one after the other. They end together. */
export async function beginAll(limits: readonly (readonly [Attempts, string])[]): Promise<EndAttempt> {
  const begun: EndAttempt[] = [];
  const end: EndAttempt = async (outcome) => void (await Promise.all(begun.map((each) => each(outcome))));
  try {
    for (const [limit, key] of limits) begun.push(await limit.begin(key));
    return end;
  } catch (error) {
    await end('none');
    throw error;
  }
}

/** Runs an attempt that has begun; null is a failure. */
export async function runAttempt<T>(begun: Promise<EndAttempt>, work: () => Promise<T | null>): Promise<T | null> {
  const end = await begun;
  let outcome: Parameters<EndAttempt>[0] = 'none';
  try {
    const result = await work();
    outcome = result === null ? 'wrong' : 'right';
    return result;
  } finally {
    await end(outcome);
  }
}
