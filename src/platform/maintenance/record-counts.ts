import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Maintenance } from './maintenance.js';

const TWO_SECONDS = 2_000;

/**
 * Adds up the rows of `record_counts`, so that a list's total stays the sum of a few rows.
 *
 * A total is read in one snapshot, which has either the rows or their sum. Requests only insert, and a row is summed by
 * the fold that deletes it, so neither writers nor a second fold can make the totals wrong.
 */
@Injectable()
export class RecordCounts {
  /** The newest row when this process last found nothing to add up. */
  #seen: number | null = null;

  constructor(
    maintenance: Maintenance,
    private readonly database: Database,
  ) {
    maintenance.add({ name: 'record-counts', every: TWO_SECONDS, run: () => this.fold() });
  }

  /** Answers how many lists were added up. */
  async fold(): Promise<number> {
    const newest = await this.#newest();
    if (newest === this.#seen) return 0;
    const { rows } = await this.database.execute<{ workspace_id: string; resource: string }>(
      `select distinct workspace_id, resource from record_counts
        group by workspace_id, resource, dims having count(*) > 1`,
    );
    for (const { workspace_id, resource } of rows) {
      await this.database.execute(
        `with gone as (delete from record_counts where workspace_id = $1 and resource = $2 returning dims, n)
         insert into record_counts (workspace_id, resource, dims, n)
         select $1, $2, dims, sum(n) from gone group by dims having sum(n) <> 0`,
        [workspace_id, resource],
      );
    }
    if (!rows.length) this.#seen = newest;
    return rows.length;
  }

  /** Costs the same however many rows there are. */
  async #newest(): Promise<number> {
    const { rows } = await this.database.execute<{ newest: number }>(
      'select last_value as newest from record_counts_id_seq',
    );
    return rows[0]!.newest;
  }
}
