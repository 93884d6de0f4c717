import { WorkerHost } from '@nestjs/bullmq';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import { asSystem } from '../context/request-context.js';
import type { FileJobServices } from '../file-jobs/file-jobs.js';
import type { ImportKey, ImportLeases } from './import-leases.js';
import type { ImportWorker } from './import-worker.js';

/** Names of a queue of imports for operators. */
interface ImportNames {
  /** Kind of the backlog. */
  backlog: string;
  /** Maintenance tasks. */
  sweep: string;
  expire: string;
  /** `imports of contacts`: in the descriptions of these tasks. */
  plural: string;
}

/** The worker of a queue of imports; a subclass says of which one (`@QueueProcessor`). */
export abstract class ImportQueueProcessor extends WorkerHost implements OnModuleDestroy {
  constructor(
    private readonly imports: { retry(id: string): Promise<void>; wake(key: ImportKey): Promise<void> },
    private readonly runs: ImportWorker<any>,
    private readonly leases: ImportLeases<any>,
    private readonly services: FileJobServices,
    { backlog, sweep, expire, plural }: ImportNames,
  ) {
    super();
    const { due, expired, outstanding } = leases.queries;
    services.backlogs.add({ kind: backlog, items: outstanding, retry: (id) => imports.retry(id) });
    services.maintenance.add({
      name: sweep,
      description: `Resumes interrupted ${plural}.`,
      due,
      run: () => this.sweep(),
    });
    services.maintenance.add({
      name: expire,
      description: `Removes the files and results of expired ${plural}.`,
      due: expired,
      run: () => this.forget(),
    });
  }

  onModuleDestroy(): void {
    this.runs.stop();
  }

  async process({ data }: Job): Promise<void> {
    await this.runs.run(data);
  }

  /** Removes expired imports, with the files that are still there. */
  async forget(): Promise<void> {
    const { database, blobs } = this.services;
    for (const key of await this.leases.expired())
      await asSystem(key.workspace_id, () =>
        database.transaction(async () => {
          for (const blob of await this.leases.forget(key)) await blobs.release(blob);
        }),
      );
  }

  /** Wakes workers for imports that have none: after a crash, a lost queue, a failed attempt. */
  async sweep(): Promise<void> {
    for (const key of await this.leases.due()) await this.imports.wake(key);
  }
}
