import { WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { QueueProcessor } from '../../platform/index.js';
import { LANES } from '../webhooks/lanes.js';
import { SendingWorker } from './sending.worker.js';

/** A job mostly waits for a receiver, so a process runs many at once. */
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
