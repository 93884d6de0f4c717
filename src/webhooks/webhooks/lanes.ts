import { Injectable } from '@nestjs/common';
import { currentContext, Queues } from '../../platform/index.js';
import type { Webhook } from './webhook.entity.js';

/** The queues of jobs that deliver. Receivers that fail or are slow cannot take the places of the others. */
export const LANES = { fast: 'webhooks', slow: 'webhooks-slow' } as const;
export type Lane = keyof typeof LANES;

export interface DrainJob {
  workspace_id: string;
  webhook_id: string;
}

/** A webhook as far as waking its worker needs it. `lease` is the last one, running or over. */
export type Receiver = Pick<Webhook, 'workspace_id' | 'id' | 'slow' | 'lease'>;

/** What sends to a webhook at the moment. */
interface Draining {
  /** Something new is due, or the webhook has changed. */
  poke(): void;
}

/** Wakes workers for a webhook: one job per webhook, however much is due there. */
@Injectable()
export class Lanes {
  /** The webhooks that this process sends to. */
  readonly draining = new Map<string, Draining>();

  constructor(private readonly queues: Queues) {}

  /**
   * Of jobs for one webhook at most one runs and one waits. `keepLastIfActive`: a wake during the run is not lost.
   * The id names the last lease, so that the job of a worker that died holding it does not swallow later wakes.
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
