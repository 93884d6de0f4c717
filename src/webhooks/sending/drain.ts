import { randomUUID } from 'node:crypto';
import type { Settings } from '../../platform/index.js';
import type { AutoPause } from '../webhooks/auto-pause.js';
import type { DrainJob } from '../webhooks/lanes.js';
import type { Sender } from './sender.js';
import { type Claim, isTaken, type SendingRepository, type Target } from './sending.repository.js';

/** Requests to one receiver at a time. */
const AT_ONCE = 8;
/** After so many failures in a row only one request at a time goes there, until one is answered well. */
const BREAK_AFTER = 10;
/** Deliveries claimed at a time. */
const BATCH_SIZE = 128;
/** A drain ends after that, even if more is due. */
const MAX_DRAIN_MS = 10_000;
/** Between two looks at what is due, and whether the lease is still ours, while requests run. */
const LOOK_MS = 1_000;
/** How long a drain outlasts its work: what is due right afterwards needs neither a job nor a new lease. */
const LINGER_MS = 20;
/** An answer that takes longer makes its receiver a slow one. */
const SLOW_MS = 1_000;

/** Works one webhook off under one lease: claims what is due and sends it, a few requests at a time. */
export class Drain {
  readonly lease = randomUUID();
  /** Whether the last answer was bad or slow; null before the first one. */
  troubled: boolean | null = null;
  /** When the next request may go out at the earliest, by performance.now(). */
  nextStart = 0;
  /** Resolves when there is no work any more, or at the first trouble. */
  readonly over: Promise<void>;
  readonly #markOver: () => void;
  /** The least time between the starts of two requests; 0 for none. */
  readonly #pauseMs: number;
  #stopping = false;

  readonly #end = performance.now() + MAX_DRAIN_MS;
  #target: Target | null = null;
  #failures = 0;
  #waiting: Claim[] = [];
  /** From the claim until the result is durable. */
  readonly #claimed = new Set<string>();
  /** When the running requests began. */
  readonly #running = new Map<string, number>();
  #claiming = false;
  #lookedAt = -Infinity;
  #workedAt = -Infinity;
  /** More may be due than was claimed. */
  #more = true;
  #lost = false;
  #errors: unknown[] = [];
  #wake = () => {};

  /** `fast`: it ends at the first trouble. */
  constructor(
    private readonly job: DrainJob,
    private readonly fast: boolean,
    private readonly repository: SendingRepository,
    private readonly sender: Sender,
    private readonly autoPause: AutoPause,
    settings: Settings,
  ) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.over = promise;
    this.#markOver = resolve;
    this.#pauseMs = settings.WEBHOOK_MAX_PER_SECOND && 1000 / settings.WEBHOOK_MAX_PER_SECOND;
  }

  /** Begins no more requests, and ends with those that run. */
  stop(): void {
    this.#stopping = true;
    this.#wake();
  }

  /** Something new is due, or the webhook has changed. */
  poke(): void {
    this.#more = true;
    this.#wake();
  }

  /** Ends when nothing is due or its time is over, with every result durable. Answers whether it had the lease. */
  async run(): Promise<boolean> {
    for (;;) {
      const now = performance.now();
      if ([...this.#running.values()].some((start) => now - start > SLOW_MS)) this.#answered(false);
      const goesOn = this.#goesOn(now);
      if (!goesOn) this.#drop();
      else this.#start(now);
      if (this.#claiming) {
        // Another look comes when this one has ended.
      } else if (goesOn && this.#more && this.#waiting.length < AT_ONCE && this.#claimed.size < 2 * BATCH_SIZE) {
        void this.#look(BATCH_SIZE);
      } else if (this.#claimed.size && now - this.#lookedAt >= LOOK_MS) {
        void this.#look(goesOn ? BATCH_SIZE : 0);
      }
      const idle = !this.#claimed.size && !this.#claiming;
      if (idle && (!goesOn || this.troubled !== false || now - this.#workedAt >= LINGER_MS)) break;
      if (idle) this.#markOver();
      else this.#workedAt = now;
      await this.#change(idle ? LINGER_MS : LOOK_MS, now);
    }
    if (this.#errors.length) throw this.#errors[0];
    return this.#target !== null;
  }

  #goesOn(now: number): boolean {
    if (this.#lost || this.#errors.length || this.#stopping || now >= this.#end) return false;
    return !(this.fast && this.troubled);
  }

  #start(now: number): void {
    const places = this.#failures >= BREAK_AFTER ? 1 : AT_ONCE;
    while (this.#waiting.length && this.#running.size < places && now >= this.nextStart) {
      void this.#deliver(this.#waiting.shift()!);
      if (this.#pauseMs) this.nextStart = Math.max(now, this.nextStart) + this.#pauseMs;
    }
  }

  async #deliver(claim: Claim): Promise<void> {
    const { delivery_id: id } = claim;
    this.#running.set(id, performance.now());
    try {
      await this.#attempt(claim, this.#target!);
    } catch (error) {
      this.#errors.push(error);
    }
    this.#running.delete(id);
    this.#claimed.delete(id);
    this.#wake();
  }

  async #attempt(claim: Claim, target: Target): Promise<void> {
    const { workspace_id, webhook_id, delivery_id } = claim;
    const result = await this.sender.attempt(claim, target);
    if (!result) return;
    const taken = isTaken(result.attempt);
    const slow = performance.now() - this.#running.get(delivery_id)! > SLOW_MS;
    // Its place is free before the result is durable.
    this.#running.delete(delivery_id);
    this.#failures = taken ? 0 : this.#failures + 1;
    this.#answered(taken && !slow);
    this.#wake();
    // First, so that a webhook whose receiver is gone is paused when its delivery has failed.
    if (result.gone) await this.autoPause.pauseGone({ workspace_id, id: webhook_id });
    await this.repository.record({ claim, target, ...result });
  }

  async #look(limit: number): Promise<void> {
    this.#claiming = true;
    this.#lookedAt = performance.now();
    if (limit) this.#more = false;
    try {
      const found = await this.repository.claim(this.job, this.lease, limit, [...this.#claimed]);
      if (!found) this.#lost = true;
      else {
        this.#failures = this.#target ? this.#failures : found.target.consecutive_failures;
        this.#target = found.target;
        if (!found.target.active) this.#drop();
        this.#waiting.push(...found.due);
        for (const { delivery_id } of found.due) this.#claimed.add(delivery_id);
        if (limit && found.due.length === limit) this.#more = true;
      }
    } catch (error) {
      this.#errors.push(error);
    }
    this.#claiming = false;
    this.#wake();
  }

  #answered(well: boolean): void {
    this.troubled = !well;
    if (!well) this.#markOver();
  }

  /** Deliveries that were claimed and not begun stay due. */
  #drop(): void {
    for (const { delivery_id } of this.#waiting.splice(0)) this.#claimed.delete(delivery_id);
  }

  /** Waits until something has happened or it is time to look. */
  #change(maxMs: number, now: number): Promise<void> {
    const paced = this.#waiting.length && this.nextStart > now ? this.nextStart - now : maxMs;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(paced, maxMs));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
