import { WorkerHost } from '@nestjs/bullmq';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import type { FileJobs } from './file-jobs.js';

/** The worker of a queue of file jobs; a subclass says of which one (`@QueueProcessor`). */
export abstract class FileJobsProcessor extends WorkerHost implements OnModuleDestroy {
  protected abstract readonly jobs: FileJobs<any>;

  onModuleDestroy(): void {
    this.jobs.stop();
  }

  async process({ data, name }: Job): Promise<void> {
    await this.jobs.run({ workspace_id: data.workspace_id, id: data[`${name}_id`] });
  }
}
