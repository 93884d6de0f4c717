import { WorkerHost } from '@nestjs/bullmq';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import { Maintenance, QueueProcessor } from '../../../platform/index.js';
import { DUE, EXPIRED, ImportLog } from './import-log.js';
import { ImportRuns } from './import-runs.js';
import { IMPORTS_QUEUE, ImportsService } from './imports.service.js';

@QueueProcessor(IMPORTS_QUEUE, { concurrency: 2 })
export class ImportsProcessor extends WorkerHost implements OnModuleDestroy {
  constructor(
    private readonly imports: ImportsService,
    private readonly runs: ImportRuns,
    private readonly log: ImportLog,
    maintenance: Maintenance,
  ) {
    super();
    maintenance.add({
      name: 'sales.imports-sweep',
      description: 'Goes on with imports of contacts that were interrupted.',
      due: DUE,
      run: () => this.sweep(),
    });
    maintenance.add({
      name: 'sales.imports',
      description: 'Removes the files and results of old imports of contacts.',
      due: EXPIRED,
      run: () => log.forget(),
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
    for (const record of await this.log.due()) await this.imports.wake(record);
  }
}
