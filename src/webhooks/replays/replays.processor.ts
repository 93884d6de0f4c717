import { WorkerHost } from '@nestjs/bullmq';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import { setTimeout } from 'node:timers/promises';
import { Maintenance, QueueProcessor } from '../../platform/index.js';
import { RUNNING } from './replay.repository.js';
import { REPLAYS_QUEUE, ReplaysService } from './replays.service.js';

/** Maximum duration of a job; the sweep resumes the replay. */
const MAX_JOB_MS = 10_000;
/** Interval between checks of how many deliveries are pending. */
const POLL_MS = 50;

@QueueProcessor(REPLAYS_QUEUE, { concurrency: 16 })
export class ReplaysProcessor extends WorkerHost implements OnModuleDestroy {
  #stopping = false;

  constructor(
    private readonly replays: ReplaysService,
    maintenance: Maintenance,
  ) {
    super();
    maintenance.add({
      name: 'replays-sweep',
      description: 'Resumes interrupted replays.',
      due: RUNNING,
      run: () => replays.sweep(),
    });
  }

  onModuleDestroy(): void {
    this.#stopping = true;
  }

  async process(job: Job): Promise<void> {
    const end = performance.now() + MAX_JOB_MS;
    while ((await this.replays.advance(job.data)) && !this.#stopping && performance.now() < end) {
      await setTimeout(POLL_MS);
    }
  }
}
