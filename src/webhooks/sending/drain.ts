import { randomUUID } from 'node:crypto';
import type { Settings } from '../../platform/index.js';
import type { AutoPause } from '../webhooks/auto-pause.js';
import type { DrainJob } from '../webhooks/lanes.js';
import type { Sender } from './sender.js';
import { type Claim, isAccepted, type SendingRepository, type Target } from './sending.repository.js';

/** Concurrent requests to one receiver. */
const MAX_CONCURRENT = 8;
/** Circuit breaker: after this many consecutive failures, one request at a time until one succeeds. */
const BREAK_AFTER = 10;
/** Deliveries per claim. */
const BATCH_SIZE = 128;
/** Maximum duration of a drain, even if more deliveries are due. */
const MAX_DRAIN_MS = 10_000;
/** Interval at which a busy drain renews its lease and claims more. */
const POLL_MS = 1_000;
/** Time that an idle drain keeps its lease, so that a delivery due right afterwards needs no new job. */
const LINGER_MS = 20;
/** A receiver whose response takes longer counts as slow. */
const SLOW_MS = 1_000;

/** Sends the due deliveries of one webhook under one lease, in batches and with bounded concurrency. */
export class Drain {
  readonly lease = randomUUID();
  /** Whether the last response failed or was slow; null before the first one. */
  unhealthy: boolean | null = null;
  /** Earliest start of the next request (performance.now()), for the rate limit. */
  nextStart = 0;
  /** Resolves when the drain is idle, or at the first failed or slow response. */
  readonly idleOrUnhealthy: Promise<void>;
  readonly #markIdle: () => void;
  /** Rate limit: minimum interval between the starts of two requests; 0 for none. */
  readonly #pauseMs: number;
  #stopping = false;

  readonly #end = performance.now() + MAX_DRAIN_MS;
  #target: Target | null = null;
  #failures = 0;
  #waiting: Claim[] = [];
  /** Deliveries claimed whose result is not durable yet. */
  readonly #claimed = new Set<string>();
  /** Start times of the running requests, by delivery. */
  readonly #running = new Map<string, number>();
  #claiming = false;
  #claimedAt = -Infinity;
  #workedAt = -Infinity;
  /** Whether more deliveries may be due than have been claimed. */
  #more = true;
  #lost = false;
  #errors: unknown[] = [];
  #wake = () => {};

  /** `fast`: ends at the first failed or slow response, to free the fast lane. */
  constructor(
    private readonly job: DrainJob,
    private readonly fast: boolean,
    private readonly repository: SendingRepository,
    private readonly sender: Sender,
    private readonly autoPause: AutoPause,
    settings: Settings,
  ) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.idleOrUnhealthy = promise;
    this.#markIdle = resolve;
    this.#pauseMs = settings.WEBHOOK_MAX_PER_SECOND && 1000 / settings.WEBHOOK_MAX_PER_SECOND;
  }

  /** Starts no further request; the drain ends when the running ones have. */
  stop(): void {
    this.#stopping = true;
    this.#wake();
  }

  /** Something new is due, or the webhook has changed. */
  poke(): void {
    this.#more = true;
    this.#wake();
  }

  /** Resolves when nothing is due or the time limit is reached, and every result is durable. Returns whether it held the lease. */
  async run(): Promise<boolean> {
    for (;;) {
      const now = performance.now();
      if ([...this.#running.values()].some((start) => now - start > SLOW_MS)) this.#noteHealth(false);
      const mayStart = this.#mayStart(now);
      if (!mayStart) this.#unclaimWaiting();
      else this.#start(now);
      if (this.#claiming) {
        // The next claim starts when the running one has ended.
      } else if (
        mayStart &&
        this.#more &&
        this.#waiting.length < MAX_CONCURRENT &&
        this.#claimed.size < 2 * BATCH_SIZE
      ) {
        void this.#claimMore(BATCH_SIZE);
      } else if (this.#claimed.size && now - this.#claimedAt >= POLL_MS) {
        void this.#claimMore(mayStart ? BATCH_SIZE : 0);
      }
      const idle = !this.#claimed.size && !this.#claiming;
      if (idle && (!mayStart || this.unhealthy !== false || now - this.#workedAt >= LINGER_MS)) break;
      if (idle) this.#markIdle();
      else this.#workedAt = now;
      await this.#nextChange(idle ? LINGER_MS : POLL_MS, now);
    }
    if (this.#errors.length) throw this.#errors[0];
    return this.#target !== null;
  }

  #mayStart(now: number): boolean {
    if (this.#lost || this.#errors.length || this.#stopping || now >= this.#end) return false;
    return !(this.fast && this.unhealthy);
  }

  #start(now: number): void {
    const slots = this.#failures >= BREAK_AFTER ? 1 : MAX_CONCURRENT;
    while (this.#waiting.length && this.#running.size < slots && now >= this.nextStart) {
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
    const taken = isAccepted(result.attempt);
    const slow = performance.now() - this.#running.get(delivery_id)! > SLOW_MS;
    // Frees the concurrency slot early: the next request need not wait for the result to be durable.
    this.#running.delete(delivery_id);
    this.#failures = taken ? 0 : this.#failures + 1;
    this.#noteHealth(taken && !slow);
    this.#wake();
    // Pauses first: whoever sees the failed delivery must also see that the webhook is paused.
    if (result.gone) await this.autoPause.pauseGone({ workspace_id, id: webhook_id });
    await this.repository.record({ claim, target, ...result });
  }

  async #claimMore(limit: number): Promise<void> {
    this.#claiming = true;
    this.#claimedAt = performance.now();
    if (limit) this.#more = false;
    try {
      const found = await this.repository.claim(this.job, this.lease, limit, [...this.#claimed]);
      if (!found) this.#lost = true;
      else {
        this.#failures = this.#target ? this.#failures : found.target.consecutive_failures;
        this.#target = found.target;
        if (!found.target.active) this.#unclaimWaiting();
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

  #noteHealth(well: boolean): void {
    this.unhealthy = !well;
    if (!well) this.#markIdle();
  }

  /** Gives claimed deliveries back that were not started; they stay due. */
  #unclaimWaiting(): void {
    for (const { delivery_id } of this.#waiting.splice(0)) this.#claimed.delete(delivery_id);
  }

  /** Waits for an event of this drain, the rate limit, or the next poll. */
  #nextChange(maxMs: number, now: number): Promise<void> {
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
