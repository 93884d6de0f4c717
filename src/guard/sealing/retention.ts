import { Injectable, Logger } from '@nestjs/common';
import { Clock, Maintenance } from '../../platform/index.js';
import { PurgeRepository, type PurgeRecord } from './purge.repository.js';

const HOUR_MS = 3_600_000;

/**
 * Purges expired entries. Partitions that no workspace needs are dropped as a whole, so workspaces with the longest retention
 * keep entries up to a month longer. Others are purged in batches, to the day.
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
      if (each.cutoff > keptSince && !each.frozen)
        await this.#attempt(each.workspace_id, () => this.repository.purge(each));
  }

  /** Purges the expired entries of a workspace now. */
  async purge(workspaceId: string): Promise<PurgeRecord | null> {
    const [due] = await this.repository.due(workspaceId);
    return due ? this.repository.purge(due) : null;
  }

  /** Retried in an hour if an export runs or the table is locked. */
  async #attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: Error) => this.#logger.warn(`Old entries of ${what} stay for now: ${error.message}`));
  }
}
