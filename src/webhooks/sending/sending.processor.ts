import { WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { Maintenance, QueueProcessor } from '../../platform/index.js';
import { DUE } from './claims.js';
import { Dispatcher } from './dispatcher.js';
import { DeliveryRepository } from '../deliveries/delivery.repository.js';
import { LANES } from '../deliveries/lanes.js';

/** A job mostly waits for a receiver, so a process runs many at once. */
const CONCURRENCY = 64;
const MINUTE_MS = 60_000;

@QueueProcessor(LANES.fast, { concurrency: CONCURRENCY })
export class FastLaneProcessor extends WorkerHost {
  constructor(
    private readonly dispatcher: Dispatcher,
    deliveries: DeliveryRepository,
    maintenance: Maintenance,
  ) {
    super();
    maintenance.add({
      name: 'webhooks-sweep',
      description: 'Sends due deliveries that no process has leased.',
      due: DUE,
      run: () => dispatcher.sweep(),
    });
    maintenance.add({
      name: 'webhooks.expired',
      description: 'Fails deliveries that waited too long for a paused webhook.',
      every: MINUTE_MS,
      run: () => deliveries.expirePaused(),
    });
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
