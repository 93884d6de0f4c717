import { WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { Maintenance, QueueProcessor } from '../../platform/index.js';
import { Dispatcher, SWEEP_MS } from './dispatcher.js';
import { LANES } from '../deliveries/lanes.js';

/** A job mostly waits for a receiver, so a process runs many at once. */
const CONCURRENCY = 64;

@QueueProcessor(LANES.fast, { concurrency: CONCURRENCY })
export class FastLaneProcessor extends WorkerHost {
  constructor(
    private readonly dispatcher: Dispatcher,
    maintenance: Maintenance,
  ) {
    super();
    maintenance.add({ name: 'webhooks-sweep', every: SWEEP_MS, run: () => dispatcher.sweep() });
  }

  process(job: Job): Promise<void> {
    return this.dispatcher.drain(job.data, 'fast');
  }
}

@QueueProcessor(LANES.slow, { concurrency: CONCURRENCY })
export class SlowLaneProcessor extends WorkerHost {
  constructor(private readonly dispatcher: Dispatcher) {
    super();
  }

  process(job: Job): Promise<void> {
    return this.dispatcher.drain(job.data, 'slow');
  }
}
