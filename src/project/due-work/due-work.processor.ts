import { WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { QueueProcessor } from '../../platform/index.js';
import { DUE_WORK_QUEUE, DueWork } from './due-work.js';

@QueueProcessor(DUE_WORK_QUEUE, { concurrency: 4 })
export class DueWorkProcessor extends WorkerHost {
  constructor(private readonly work: DueWork) {
    super();
  }

  process({ name, data }: Job): Promise<void> {
    return this.work.run(name, data);
  }
}
