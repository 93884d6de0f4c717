import { WorkerHost } from '@nestjs/bullmq';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { Job } from 'bullmq';
import { Settings } from '../config/settings.js';
import { QueueProcessor } from '../queues/queue-processor.js';
import { Recurrences } from '../queues/recurrences.js';
import { Maintenance } from './maintenance.js';

export const MAINTENANCE_QUEUE = 'maintenance';

/** Brings the chores into the queue, tick by tick, and runs them. A long one does not hold up the others. */
@QueueProcessor(MAINTENANCE_QUEUE, { concurrency: 4 })
export class MaintenanceProcessor extends WorkerHost implements OnApplicationBootstrap {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly recurrences: Recurrences,
    private readonly settings: Settings,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    if (!this.settings.worksQueues) return;
    for (const { name, every } of this.maintenance.chores) this.recurrences.start(MAINTENANCE_QUEUE, name, every);
  }

  async process(job: Job): Promise<void> {
    await this.maintenance.run(job.name);
  }
}
