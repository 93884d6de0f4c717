import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Maintenance, Settings } from '../../platform/index.js';
import { AutoPause } from '../webhooks/auto-pause.js';
import { type DrainJob, type Lane, Lanes, type Receiver } from '../webhooks/lanes.js';
import { Drain } from './drain.js';
import { Sender } from './sender.js';
import { DUE, SendingRepository } from './sending.repository.js';

/** Interval of the sweep. Later wake-ups need no delayed job. */
const SWEEP_INTERVAL_MS = 5_000;

/** Sends the due deliveries of a webhook and schedules the next wake-up. */
@Injectable()
export class SendingWorker implements OnModuleDestroy, BeforeApplicationShutdown {
  readonly #logger = new Logger('Webhooks');
  readonly #drains = new Set<Drain>();
  /** Drains that outlive their job. */
  readonly #detached = new Set<Promise<void>>();
  #stopping = false;

  constructor(
    private readonly lanes: Lanes,
    private readonly repository: SendingRepository,
    private readonly sender: Sender,
    private readonly autoPause: AutoPause,
    private readonly clock: Clock,
    private readonly settings: Settings,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'webhooks-sweep',
      description: 'Sends due deliveries that no process has leased.',
      due: DUE,
      run: () => this.sweep(),
    });
  }

  onModuleDestroy(): void {
    this.#stopping = true;
    for (const drain of this.#drains) drain.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#detached);
  }

  /**
   * Sends the due deliveries of a webhook under one lease. A drain that becomes unhealthy or idle is detached from its job,
   * because slots of the fast lane are for healthy webhooks with work.
   */
  async drain(job: DrainJob, lane: Lane): Promise<void> {
    if (this.#stopping || this.lanes.draining.has(job.webhook_id))
      return this.lanes.draining.get(job.webhook_id)?.poke();
    const drain = new Drain(job, lane === 'fast', this.repository, this.sender, this.autoPause, this.settings);
    this.#drains.add(drain);
    this.lanes.draining.set(job.webhook_id, drain);
    const ended = this.#run(drain, job, lane);
    if (lane === 'slow') return ended;
    let left = true;
    await Promise.race([ended.finally(() => (left = false)), drain.idleOrUnhealthy]);
    if (left) this.#detach(ended);
  }

  /** Wakes webhooks with due deliveries and no valid lease: after a crash, after a lost queue, and for late retries. */
  async sweep(): Promise<void> {
    for (const webhook of await this.repository.due()) await this.lanes.wake(webhook);
  }

  #detach(ended: Promise<void>): void {
    const left = ended
      .catch((error: Error) => this.#logger.warn(error, 'Sending to a webhook failed. The sweep retries it.'))
      .finally(() => this.#detached.delete(left));
    this.#detached.add(left);
  }

  async #run(drain: Drain, job: DrainJob, lane: Lane): Promise<void> {
    let taken = false;
    try {
      taken = await drain.run();
    } finally {
      // In the same tick as the last claim. Otherwise a wake-up in between would poke a drain that has ended.
      this.lanes.draining.delete(job.webhook_id);
      this.#drains.delete(drain);
    }
    if (!taken) return;
    const slow = drain.unhealthy ?? lane === 'slow';
    const pause = drain.nextStart - performance.now();
    const until = pause > 0 ? this.clock.iso(pause / 1000) : null;
    await this.repository.release(job, drain.lease, until, slow);
    if (this.#stopping) return;
    // After the release: a worker that was woken earlier and found the lease taken relies on this check.
    const webhook = { workspace_id: job.workspace_id, id: job.webhook_id, slow, lease: drain.lease };
    await this.#wakeAgain(webhook, until, drain.unhealthy !== null);
  }

  /** `worked`: a drain that sent nothing leaves due deliveries to the sweep. Waking it at once would be a busy loop. */
  async #wakeAgain(webhook: Receiver, until: string | null, worked: boolean): Promise<void> {
    const next = await this.repository.nextDue({ workspace_id: webhook.workspace_id, webhook_id: webhook.id });
    if (next === null) return;
    const due = until && until > next ? until : next;
    const delay = Date.parse(due) - this.clock.now();
    if (delay <= 0 && worked) await this.lanes.wake(webhook);
    else if (delay > 0 && delay < SWEEP_INTERVAL_MS) await this.lanes.wakeAt(due, webhook, delay);
  }
}
