import { Injectable, Logger } from '@nestjs/common';
import { Clock, Maintenance } from '../../platform/index.js';
import { PurgeRepository, type PurgeRecord } from './purge.repository.js';

const HOUR_MS = 3_600_000;

/**
 * Removes entries that have had their time. What every workspace is done with goes by whole months, so those who keep
 * entries the longest have them up to a month longer; the others' go in batches, on the day.
 */
@Injectable()
export class Retention {
  readonly #logger = new Logger('Retention');

  constructor(
    maintenance: Maintenance,
    private readonly repository: PurgeRepository,
    private readonly clock: Clock,
  ) {
    maintenance.add({
      name: 'guard.retention',
      description: 'Purges expired entries of the audit log and signs a record of it.',
      every: HOUR_MS,
      run: () => this.run(),
    });
  }

  async run(): Promise<void> {
    await this.repository.finish();
    const due = await this.repository.due();
    const keptSince = due.reduce((least, { cutoff }) => (cutoff < least ? cutoff : least), this.clock.iso());
    if (due.length) await this.#attempt('whole months', () => this.repository.dropMonths(keptSince));
    for (const each of due)
      if (each.cutoff > keptSince) await this.#attempt(each.workspace_id, () => this.repository.purge(each));
  }

  /** Removes what a workspace need not keep, now and to the day. */
  async purge(workspaceId: string): Promise<PurgeRecord | null> {
    const [due] = await this.repository.due(workspaceId);
    return due ? this.repository.purge(due) : null;
  }

  /** Removal that is not possible now is tried again in an hour: an export runs, or the table is locked. */
  async #attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: Error) => this.#logger.warn(`Old entries of ${what} stay for now: ${error.message}`));
  }
}
