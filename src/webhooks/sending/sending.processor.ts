import { WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { QueueProcessor } from '../../platform/index.js';
import { LANES } from '../webhooks/lanes.js';
import { SendingWorker } from './sending.worker.js';

/** High, because a job mostly waits for a receiver. */
const CONCURRENCY = 64;

@QueueProcessor(LANES.fast, { concurrency: CONCURRENCY })
export class FastLaneProcessor extends WorkerHost {
  constructor(private readonly sending: SendingWorker) {
    super();
  }

  process(job: Job): Promise<void> {
    return this.sending.drain(job.data, 'fast');
  }
}

@QueueProcessor(LANES.slow, { concurrency: CONCURRENCY })
export class SlowLaneProcessor extends WorkerHost {
  constructor(private readonly sending: SendingWorker) {
    super();
  }

  process(job: Job): Promise<void> {
    return this.sending.drain(job.data, 'slow');
  }
}
