import { WorkerHost } from '@nestjs/bullmq';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import { Backlogs, Maintenance, QueueProcessor } from '../../platform/index.js';
import { DUE, ExportRepository, OUTSTANDING } from './export.repository.js';
import { ExportRuns } from './export-runs.js';
import { EXPORTS_QUEUE, ExportsService } from './exports.service.js';

const TEN_MINUTES_MS = 600_000;

/** Each export that runs has a connection to the database. */
@QueueProcessor(EXPORTS_QUEUE, { concurrency: 2 })
export class ExportsProcessor extends WorkerHost implements OnModuleDestroy {
  constructor(
    private readonly exports: ExportsService,
    private readonly runs: ExportRuns,
    private readonly repository: ExportRepository,
    maintenance: Maintenance,
    backlogs: Backlogs,
  ) {
    super();
    backlogs.add({ kind: 'export', items: OUTSTANDING, retry: (id) => this.exports.retry(id) });
    maintenance.add({
      name: 'guard.exports-sweep',
      description: 'Resumes interrupted exports of the audit log.',
      due: DUE,
      run: () => this.sweep(),
    });
    maintenance.add({
      name: 'guard.exports',
      description: 'Removes the files of expired exports.',
      every: TEN_MINUTES_MS,
      run: () => runs.expire(),
    });
  }

  onModuleDestroy(): void {
    this.runs.stop();
  }

  async process({ data }: Job): Promise<void> {
    await this.runs.run({ workspace_id: data.workspace_id, id: data.export_id });
  }

  /** Wakes workers for exports that have none: after a crash, a lost queue, a failed attempt. */
  async sweep(): Promise<void> {
    for (const record of await this.repository.due()) await this.exports.wake(record);
  }
}
