import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Maintenance, Settings } from '../../platform/index.js';
import { AutoPause } from '../webhooks/auto-pause.js';
import { type DrainJob, type Lane, Lanes, type Receiver } from '../webhooks/lanes.js';
import { Drain } from './drain.js';
import { Sender } from './sender.js';
import { DUE, SendingRepository } from './sending.repository.js';

/** Wakes that are further away need no job: the sweep finds them. */
const SWEEP_MS = 5_000;

/** Sends what is due to one webhook, and sees to it that what remains will be sent. */
@Injectable()
export class SendingWorker implements OnModuleDestroy, BeforeApplicationShutdown {
  readonly #logger = new Logger('Webhooks');
  readonly #drains = new Set<Drain>();
  /** Drains that run on while their job has ended. */
  readonly #left = new Set<Promise<void>>();
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
    await Promise.all(this.#left);
  }

  /**
   * Works off what is due at a webhook, under one lease. A drain that meets trouble, or only waits for more, is left to end
   * by itself: the places of the fast lane are for webhooks that have work and take it.
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
    await Promise.race([ended.finally(() => (left = false)), drain.over]);
    if (left) this.#leave(ended);
  }

  /** Wakes every webhook with something due and no worker: after a crash, a lost queue, for a retry far away. */
  async sweep(): Promise<void> {
    for (const webhook of await this.repository.due()) await this.lanes.wake(webhook);
  }

  #leave(ended: Promise<void>): void {
    const left = ended
      .catch((error: Error) => this.#logger.warn(error, 'A webhook is swept again.'))
      .finally(() => this.#left.delete(left));
    this.#left.add(left);
  }

  async #run(drain: Drain, job: DrainJob, lane: Lane): Promise<void> {
    let taken = false;
    try {
      taken = await drain.run();
    } finally {
      // In the same tick as its last look, or what becomes due in between would wake nobody.
      this.lanes.draining.delete(job.webhook_id);
      this.#drains.delete(drain);
    }
    if (!taken) return;
    const slow = drain.troubled ?? lane === 'slow';
    const pause = drain.nextStart - performance.now();
    const until = pause > 0 ? this.clock.iso(pause / 1000) : null;
    await this.repository.release(job, drain.lease, until, slow);
    if (this.#stopping) return;
    // Only now: a worker that was woken before and found the lease taken relies on this look.
    const webhook = { workspace_id: job.workspace_id, id: job.webhook_id, slow, lease: drain.lease };
    await this.#wakeAgain(webhook, until, drain.troubled !== null);
  }

  /** `worked`: a drain that sent nothing leaves what is due to the sweep, or it would begin anew at once, again and again. */
  async #wakeAgain(webhook: Receiver, until: string | null, worked: boolean): Promise<void> {
    const next = await this.repository.nextDue({ workspace_id: webhook.workspace_id, webhook_id: webhook.id });
    if (next === null) return;
    const due = until && until > next ? until : next;
    const delay = Date.parse(due) - this.clock.now();
    if (delay <= 0 && worked) await this.lanes.wake(webhook);
    else if (delay > 0 && delay < SWEEP_MS) await this.lanes.wakeAt(due, webhook, delay);
  }
}
