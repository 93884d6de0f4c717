import type { Database, Row } from '../database/database.js';
import { Interrupted, type WorkItem } from './leased-work.js';
import type { WorkRepository } from './work.repository.js';

/** The lease of an item, for the worker that holds it. It is renewed in the background. */
export class Lease {
  #isHeld = true;
  #isSettled = false;
  #isStopping = () => false;
  #progress: () => Row = () => ({});
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> = Promise.resolve();
  /** Running transactions, which lock the row: no other worker can claim it, and a renewal would wait for them. */
  #transactions = 0;
  /** Whether a renewal was due during a transaction. */
  #isLate = false;

  constructor(
    private readonly repository: WorkRepository<WorkItem>,
    private readonly item: WorkItem,
    private readonly database: Database,
  ) {}

  /** Whether the worker has decided what becomes of the item. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Has columns of progress written whenever the lease is renewed. */
  report(progress: () => Row): void {
    this.#progress = progress;
  }

  /** To be called between the steps of long work. Throws `Interrupted` if the lease is lost, or this process stops. */
  check(): void {
    if (!this.#isHeld || this.#isStopping()) throw new Interrupted();
  }

  /**
   * Runs work in a transaction that locks the item under its fence, so a stale holder writes nothing: it throws `Interrupted`.
   */
  transaction<R>(work: () => Promise<R>): Promise<R> {
    return this.#transaction(work, { isProgress: false });
  }

  /** A `transaction` that gets the item further. Earlier failures are forgotten: this attempt is the first. */
  advance<R>(work: () => Promise<R>): Promise<R> {
    return this.#transaction(work, { isProgress: true });
  }

  /** Deletes the row of the item, which is finished, in one transaction with `work`. Throws as `transaction` does. */
  async complete(work: () => Promise<unknown> = async () => undefined): Promise<void> {
    await this.transaction(async () => {
      await work();
      await this.repository.remove(this.item);
    });
    this.#isSettled = true;
  }

  /** Ends this lease without a result: the item is due again after `seconds`. Earlier failures are forgotten. */
  async again(seconds: number): Promise<void> {
    this.#isSettled = true;
    await this.stop();
    await this.repository.continueIn(this.item, seconds);
  }

  /** Renews the lease until it is stopped. Only for `Works`. */
  keep(everySeconds: number, isStopping: () => boolean): void {
    this.#isStopping = isStopping;
    this.#timer = setInterval(() => {
      if (this.#transactions) this.#isLate = true;
      else this.#renewNext();
    }, everySeconds * 1_000);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
  }

  async #transaction<R>(work: () => Promise<R>, { isProgress }: { isProgress: boolean }): Promise<R> {
    this.#transactions++;
    try {
      // A renewal that is under way changes the fence.
      await this.#renewing;
      const result = await this.database.transaction(async () => {
        if (!(await this.repository.lock(this.item))) throw new Interrupted();
        const done = await work();
        if (isProgress) await this.repository.countAnew(this.item);
        return done;
      });
      if (isProgress) this.item.attempts = 1;
      return result;
    } finally {
      this.#transactions--;
      if (this.#isLate && !this.#transactions) this.#renewNext();
    }
  }

  #renewNext(): void {
    this.#isLate = false;
    this.#renewing = this.#renewing.then(() => this.#renew());
  }

  async #renew(): Promise<void> {
    try {
      this.#isHeld = await this.repository.renew(this.item, this.#progress());
    } catch {
      // If the database is unreachable, the lease expires.
    }
  }
}
