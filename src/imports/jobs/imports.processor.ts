import { WorkerHost } from '@nestjs/bullmq';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import { asSystem, Backlogs, Blobs, Database, Maintenance, QueueProcessor } from '../../platform/index.js';
import { DUE, EXPIRED, ImportRepository, OUTSTANDING } from './import.repository.js';
import { ImportRuns } from './import-runs.js';
import { IMPORTS_QUEUE, ImportsService } from './imports.service.js';

@QueueProcessor(IMPORTS_QUEUE, { concurrency: 2 })
export class ImportsProcessor extends WorkerHost implements OnModuleDestroy {
  constructor(
    private readonly imports: ImportsService,
    private readonly runs: ImportRuns,
    private readonly repository: ImportRepository,
    private readonly database: Database,
    private readonly blobs: Blobs,
    maintenance: Maintenance,
    backlogs: Backlogs,
  ) {
    super();
    backlogs.add({ kind: 'import_of_files', items: OUTSTANDING, retry: (id) => this.imports.retry(id) });
    maintenance.add({
      name: 'imports.sweep',
      description: 'Resumes interrupted imports.',
      due: DUE,
      run: () => this.sweep(),
    });
    maintenance.add({
      name: 'imports.expire',
      description: 'Removes the files and results of expired imports.',
      due: EXPIRED,
      run: () => this.forget(),
    });
  }

  onModuleDestroy(): void {
    this.runs.stop();
  }

  async process({ data }: Job): Promise<void> {
    await this.runs.run(data);
  }

  /** Removes imports that ended long ago, with the files that are still there. Links to ids of other systems stay. */
  async forget(): Promise<void> {
    for (const key of await this.repository.expired())
      await asSystem(key.workspace_id, () =>
        this.database.transaction(async () => {
          for (const blob of await this.repository.forget(key)) await this.blobs.release(blob);
        }),
      );
  }

  /** Wakes workers for imports that have none: after a crash, a lost queue, a failed attempt. */
  async sweep(): Promise<void> {
    for (const record of await this.repository.due()) await this.imports.wake(record);
  }
}
