import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { allResources } from '../resource/define.js';
import { Maintenance } from './maintenance.js';

const TWO_SECONDS = 2_000;

/** Moves what was appended into the sums. `$1`: the columns with many values, by resource. */
const FOLD = `
  with turn as materialized (select pg_try_advisory_xact_lock(hashtext('workspace-suite.record-counts')) as ours),
  gone as (
    delete from record_counts where kind = 'new' and (select ours from turn)
    returning workspace_id, resource, dims, n
  ),
  sums as (
    select workspace_id, resource, 'full' as kind, dims, sum(n) as n from gone group by workspace_id, resource, dims
    union all
    select workspace_id, resource, 'brief', brief, sum(n)
    from gone, lateral (select array(select jsonb_array_elements_text($1::jsonb -> resource)) as many) m,
      lateral (select dims - many as brief) b
    where $1::jsonb ? resource
    group by workspace_id, resource, brief
  ),
  added as (
    insert into record_counts as c (workspace_id, resource, kind, dims, n)
    select workspace_id, resource, kind, dims, n from sums where n <> 0
    on conflict (workspace_id, resource, kind, dims) where kind <> 'new' do update set n = c.n + excluded.n
  )
  select count(*)::int as moved from gone`;

/**
 * Adds up the rows of `record_counts`, so that a list's total stays the sum of a few rows.
 *
 * A total is read in one snapshot, which has either the rows or their sum. Requests only insert, and a row is added by
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

  /** Answers how many rows were added up. */
  async fold(): Promise<number> {
    const newest = await this.#newest();
    if (newest === this.#seen) return 0;
    const many = [...allResources().values()].flatMap(({ type, countedByMany }) =>
      countedByMany ? [[type, countedByMany]] : [],
    );
    const { rows } = await this.database.execute<{ moved: number }>(FOLD, [JSON.stringify(Object.fromEntries(many))]);
    const { moved } = rows[0]!;
    if (moved) await this.database.execute(`delete from record_counts where kind <> 'new' and n = 0`);
    else this.#seen = newest;
    return moved;
  }

  /** Costs the same however many rows there are. */
  async #newest(): Promise<number> {
    const { rows } = await this.database.execute<{ newest: number }>(
      'select last_value as newest from record_counts_id_seq',
    );
    return rows[0]!.newest;
  }
}
