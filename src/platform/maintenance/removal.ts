import { Injectable, Logger } from '@nestjs/common';
import { asSystem } from '../context/request-context.js';
import { Database } from '../database/database.js';
import { notFrozen } from '../database/freezes.js';
import type { RecordEntity } from '../resource/record.entity.js';
import { ConcurrentChange } from '../database/unit-of-work.js';
import type { ResourceStore } from '../resource/store.js';

const BATCH_SIZE = 500;

type Due = Pick<RecordEntity, 'workspace_id' | 'id' | 'revision'>;

/** Permanently removes expired records, with events and audit entries, as the system. */
@Injectable()
export class Removal {
  readonly #logger = new Logger('Removal');

  constructor(private readonly database: Database) {}

  /**
   * Permanently removes records that match an SQL condition, in all workspaces that are not frozen. One transaction per record, guarded by its
   * revision: a record that was changed concurrently, or cannot be removed, is skipped until the next call. Returns the number of
   * removed records.
   *
   * @example await removal.where(documents, 'purge_at <= $1', [clock.iso()])
   */
  async where(store: ResourceStore<any>, condition: string, values: unknown[]): Promise<number> {
    let removed = 0;
    /** Left out of later batches, so that they do not keep other records from being removed. */
    const skipped: string[] = [];
    for (;;) {
      const { rows } = await this.database.execute<Due>(
        `select workspace_id, id, revision from ${store.table}
          where (${condition}) and ${notFrozen()} and id <> all($${values.length + 1}) limit ${BATCH_SIZE}`,
        [...values, skipped],
      );
      for (const due of rows) {
        if (await this.#remove(store, due)) removed++;
        else skipped.push(due.id);
      }
      if (rows.length < BATCH_SIZE) return removed;
    }
  }

  async #remove(store: ResourceStore<any>, { workspace_id, id, revision }: Due): Promise<boolean> {
    try {
      return await asSystem(workspace_id, () =>
        this.database.transaction(async () => {
          const record = await store.find(id, { deleted: true });
          if (record?.revision !== revision) return false;
          await store.remove(record, { hard: true });
          return true;
        }),
      );
    } catch (error) {
      if (!(error instanceof ConcurrentChange))
        this.#logger.warn(error, `${id} could not be removed and will be retried.`);
      return false;
    }
  }
}
