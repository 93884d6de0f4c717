import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { asSystem } from '../../platform/context/request-context.js';
import { Clock } from '../../platform/database/clock.js';
import { Database } from '../../platform/database/database.js';
import {
  type Claim,
  DeliveryLog,
  isTaken,
  type Receiver,
  type Report,
  type Target,
} from '../deliveries/delivery-log.js';
import { Drain } from './drain.js';
import { type DrainJob, type Lane, Lanes } from '../deliveries/lanes.js';
import { Recorder } from './recorder.js';
import { asBefore, Sender } from './sender.js';
import { WebhooksService } from '../webhooks/webhooks.service.js';

/** Milliseconds between two looks at what is due; wakes that are further away need no job. */
export const SWEEP = 5_000;

const GONE = 410;

/** Sends what is due to one webhook, and sees to it that what remains will be sent. */
@Injectable()
export class Dispatcher implements OnModuleDestroy, BeforeApplicationShutdown {
  readonly #logger = new Logger('Webhooks');
  /** Drains that run on while their job has ended. */
  readonly #left = new Set<Promise<void>>();
  #stopping = false;

  constructor(
    private readonly deliveries: DeliveryLog,
    private readonly recorder: Recorder,
    private readonly sender: Sender,
    private readonly lanes: Lanes,
    private readonly webhooks: WebhooksService,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  onModuleDestroy(): void {
    this.#stopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#left);
  }

  /**
   * Works a webhook's due deliveries off, for one turn. One that makes trouble, or only waits for more, is left to end by
   * itself: the places of the fast lane are for those that have work and do it.
   */
  async drain(job: DrainJob, lane: Lane): Promise<void> {
    if (this.#stopping || this.lanes.attended.has(job.webhook_id)) return this.lanes.attended.get(job.webhook_id)?.();
    const drain = new Drain({
      claim: (turn, limit, held) => this.deliveries.claim(job, turn, limit, held),
      deliver: (...args) => this.#deliver(...args),
      stopping: () => this.#stopping,
      fast: lane === 'fast',
      pause: this.settings.WEBHOOK_MAX_PER_SECOND && 1000 / this.settings.WEBHOOK_MAX_PER_SECOND,
    });
    this.lanes.attended.set(job.webhook_id, () => drain.poke());
    const ended = this.#run(drain, job, lane);
    if (lane === 'slow') return ended;
    let left = true;
    await Promise.race([ended.finally(() => (left = false)), drain.over]);
    if (left) this.#leave(ended);
  }

  /** Wakes every webhook with something due that nobody is at: after a crash, a lost queue, a retry far away. */
  async sweep(): Promise<void> {
    await this.deliveries.expireHeld();
    for (const webhook of await this.deliveries.due()) await this.lanes.wake(webhook);
  }

  #leave(ended: Promise<void>): void {
    const left = ended
      .catch((error: Error) => this.#logger.error(error.message, error.stack))
      .finally(() => this.#left.delete(left));
    this.#left.add(left);
  }

  async #run(drain: Drain, job: DrainJob, lane: Lane): Promise<void> {
    let taken = false;
    try {
      taken = await drain.run();
    } finally {
      // In the same breath as its last look, or what becomes due in between would wake nobody.
      this.lanes.attended.delete(job.webhook_id);
    }
    if (!taken) return;
    const slow = drain.troubled ?? lane === 'slow';
    if (slow !== (lane === 'slow')) await this.#changeLane(job, slow);
    const pause = drain.nextStart - performance.now();
    const until = pause > 0 ? this.clock.iso(pause / 1000) : null;
    await this.deliveries.release(job, drain.turn, until);
    if (this.#stopping) return;
    // Only now: whoever was woken before and found the turn taken relies on this look.
    const webhook = { workspace_id: job.workspace_id, id: job.webhook_id, slow, turn: drain.turn };
    await this.#wakeAgain(webhook, until, drain.troubled !== null);
  }

  /** `worked`: a turn in which nothing was sent leaves what is due to the sweep instead of turning in circles. */
  async #wakeAgain(webhook: Receiver, until: string | null, worked: boolean): Promise<void> {
    const next = await this.deliveries.nextDue({ workspace_id: webhook.workspace_id, webhook_id: webhook.id });
    if (next === null) return;
    const due = until && until > next ? until : next;
    const delay = Date.parse(due) - this.clock.now();
    if (delay <= 0 && worked) await this.lanes.wake(webhook);
    else if (delay > 0 && delay < SWEEP) await this.lanes.wakeAt(due, webhook, delay);
  }

  async #changeLane({ workspace_id, webhook_id }: DrainJob, slow: boolean): Promise<void> {
    await this.database.query(
      'update webhooks set slow = $3 where workspace_id = $1 and id = $2 and slow is distinct from $3',
      [workspace_id, webhook_id, slow],
    );
  }

  async #deliver(claim: Claim, target: Target, answered: (taken: boolean) => void): Promise<void> {
    const made = await this.sender.attempt(claim, target);
    if (!made) return;
    const report = { claim, target, ...made };
    answered(isTaken(made.attempt));
    if (made.attempt.response_status === GONE) await this.#giveUp(report);
    else await this.recorder.record(report);
  }

  /** The receiver says that it is gone for good: this delivery has failed, and no other one is tried. */
  #giveUp({ claim, ...report }: Report): Promise<void> {
    return asSystem(claim.workspace_id, () =>
      this.database.transaction(async (unit) => {
        await unit.open();
        await this.webhooks.pauseGone(claim.webhook_id);
        await this.deliveries.record([{ ...report, claim, outcome: asBefore({ ...claim, retry_at: null }) }]);
      }),
    );
  }
}
