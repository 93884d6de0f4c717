import { WorkerHost } from '@nestjs/bullmq';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import { Maintenance, QueueProcessor } from '../../../platform/index.js';
import { DUE, EXPIRED, ImportRepository } from './import.repository.js';
import { ImportRuns } from './import-runs.js';
import { IMPORTS_QUEUE, ImportsService } from './imports.service.js';

@QueueProcessor(IMPORTS_QUEUE, { concurrency: 2 })
export class ImportsProcessor extends WorkerHost implements OnModuleDestroy {
  constructor(
    private readonly imports: ImportsService,
    private readonly runs: ImportRuns,
    private readonly repository: ImportRepository,
    maintenance: Maintenance,
  ) {
    super();
    maintenance.add({
      name: 'sales.imports-sweep',
      description: 'Resumes interrupted imports of contacts.',
      due: DUE,
      run: () => this.sweep(),
    });
    maintenance.add({
      name: 'sales.imports',
      description: 'Removes the files and results of expired imports of contacts.',
      due: EXPIRED,
      run: () => repository.forget(),
    });
  }

  onModuleDestroy(): void {
    this.runs.stop();
  }

  async process({ data }: Job): Promise<void> {
    await this.runs.run(data);
  }

  /** Wakes workers for imports that have none: after a crash, a lost queue, a failed attempt. */
  async sweep(): Promise<void> {
    for (const record of await this.repository.due()) await this.imports.wake(record);
  }
}
