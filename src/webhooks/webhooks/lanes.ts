import { Injectable } from '@nestjs/common';
import { currentContext, Queues } from '../../platform/index.js';
import type { Webhook } from './webhook.entity.js';

/** Queues of drain jobs. Failing and slow receivers have their own, so that they do not take slots from the others. */
export const LANES = { fast: 'webhooks', slow: 'webhooks-slow' } as const;
export type Lane = keyof typeof LANES;

export interface DrainJob {
  workspace_id: string;
  webhook_id: string;
}

/** The columns needed to wake a worker. `lease` is the current or last lease. */
export type Receiver = Pick<Webhook, 'workspace_id' | 'id' | 'slow' | 'lease'>;

/** A running drain. */
interface Draining {
  /** Something new is due, or the webhook has changed. */
  poke(): void;
}

/** Wakes workers for a webhook: one job per webhook, however many deliveries are due. */
@Injectable()
export class Lanes {
  /** Running drains of this process, by webhook. */
  readonly draining = new Map<string, Draining>();

  constructor(private readonly queues: Queues) {}

  /**
   * Deduplicates jobs: per webhook at most one runs and one waits. With `keepLastIfActive` a wake-up during a run is not lost.
   * The job id contains the last lease, so that the stalled job of a dead worker does not absorb later wake-ups.
   */
  async wake({ workspace_id, id, slow, lease }: Receiver): Promise<void> {
    const draining = this.draining.get(id);
    if (draining) return draining.poke();
    const deduplication = { id: `${id}-${lease}`, keepLastIfActive: true };
    await this.queues.add(queueFor(slow), 'drain', { workspace_id, webhook_id: id }, { deduplication });
  }

  /** Wakes once the running unit of work is committed. */
  wakeAfterCommit(webhook: Receiver): void {
    currentContext().unitOfWork!.afterCommit(() => void this.wake(webhook));
  }

  /** Wakes when a delivery is due, `delay` milliseconds from now. */
  wakeAt(due: string, { workspace_id, id, slow }: Receiver, delay: number): Promise<void> {
    const deduplication = { id: `${id}-${due}` };
    return this.queues.add(queueFor(slow), 'drain', { workspace_id, webhook_id: id }, { delay, deduplication });
  }
}

const queueFor = (slow: boolean) => LANES[slow ? 'slow' : 'fast'];
