import { Injectable } from '@nestjs/common';
import { Queues } from '../../platform/queues/queues.js';
import type { Receiver } from './delivery-log.js';

/** The queues of jobs that deliver. Receivers that fail or are slow cannot take the places of the others. */
export const LANES = { fast: 'webhooks', slow: 'webhooks-slow' } as const;
export type Lane = keyof typeof LANES;

export interface DrainJob {
  workspace_id: string;
  webhook_id: string;
}

/** Wakes workers for a webhook: one job per webhook, however much is due there. */
@Injectable()
export class Lanes {
  /** What this process is at, by webhook: how to tell it that more is due. */
  readonly attended = new Map<string, () => void>();

  constructor(private readonly queues: Queues) {}

  /**
   * Of jobs for one webhook at most one runs and one waits. `keepLastIfActive`: a wake during the run is not lost.
   * The id names the last turn, so that the job of a worker that died in its turn does not swallow later wakes.
   */
  async wake({ workspace_id, id, slow, turn }: Receiver): Promise<void> {
    const poke = this.attended.get(id);
    if (poke) return poke();
    const deduplication = { id: `${id}-${turn}`, keepLastIfActive: true };
    await this.queues.add(queueFor(slow), 'drain', { workspace_id, webhook_id: id }, { deduplication });
  }

  /** Wakes when a delivery is due, `delay` milliseconds from now. */
  wakeAt(due: string, { workspace_id, id, slow }: Receiver, delay: number): Promise<void> {
    const deduplication = { id: `${id}-${due}` };
    return this.queues.add(queueFor(slow), 'drain', { workspace_id, webhook_id: id }, { delay, deduplication });
  }
}

const queueFor = (slow: boolean) => LANES[slow ? 'slow' : 'fast'];
