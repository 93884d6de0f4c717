import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { allResources } from '../resource/define.js';
import { countedTables, groupsOf } from '../resource/totals.js';
import { Maintenance } from './maintenance.js';

const TWO_SECONDS = 2_000;

/** Rows that one statement adds up at most, so that it ends in time after a million were made at once. */
const BATCH = 10_000;

/**
 * Moves what was appended into the sums, once for each group of columns with many values. `$1`: by resource these columns
 * (`many`) and the `groups` (`groupsOf`). A column that is a list counts a record under each of its items.
 */
const FOLD = `
  with lease as materialized (select pg_try_advisory_xact_lock(hashtext('workspace-suite.record-counts')) as ours),
  gone as (
    delete from record_counts
    where kind = 'new' and id < (select min(id) + ${BATCH} from record_counts where kind = 'new' and $1::jsonb ? resource)
      and $1::jsonb ? resource and (select ours from lease)
    returning workspace_id, resource, dims, n, amount
  ),
  -- Added up by the values of a group before anything is written about them: there are far fewer of these than rows.
  grouped as (
    select workspace_id, resource, columns, few, plain, list, item, sum(n) as n, sum(amount) as amount
    from (select workspace_id, resource, dims, sum(n) as n, sum(amount) as amount from gone group by workspace_id, resource, dims) g,
      lateral (select dims - array(select jsonb_array_elements_text($1::jsonb -> resource -> 'many')) as few) f,
      lateral jsonb_array_elements($1::jsonb -> resource -> 'groups') columns,
      lateral (
        select coalesce(jsonb_object_agg(name, dims -> name) filter (where not lists), '{}') as plain,
          min(name) filter (where lists) as list
        from jsonb_array_elements_text(columns) name, lateral (select jsonb_typeof(dims -> name) = 'array' as lists) t
      ) p,
      lateral jsonb_array_elements(case when list is null then '[null]' else dims -> list end) item
    where (n <> 0 or amount <> 0) and dims ?& array(select jsonb_array_elements_text(columns))
    group by workspace_id, resource, columns, few, plain, list, item
  ),
  sums as (
    select workspace_id, resource, n, amount,
      coalesce((
        select string_agg(name || '=' || coalesce((case when name = list then item else plain -> name end) #>> '{}', ''), '&'
          order by place)
        from jsonb_array_elements_text(columns) with ordinality c (name, place)), 'all') as kind,
      few || plain || case when list is null then '{}' else jsonb_build_object(list, jsonb_build_array(item)) end as dims
    from grouped
  ),
  added as (
    insert into record_counts as c (workspace_id, resource, kind, dims, n, amount)
    select workspace_id, resource, kind, dims, n, amount from sums where n <> 0 or amount <> 0
    on conflict (workspace_id, resource, kind, dims) where kind <> 'new'
      do update set n = c.n + excluded.n, amount = c.amount + excluded.amount
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
  /** The newest row when this process last found nothing to add up, and nobody was about to commit any. */
  #seen: number | null = null;

  constructor(
    maintenance: Maintenance,
    private readonly database: Database,
  ) {
    maintenance.add({
      name: 'record-counts',
      description: 'Adds up how many records there are, for the totals of lists.',
      every: TWO_SECONDS,
      run: () => this.fold(),
    });
  }

  /** Answers how many rows were added up. */
  async fold(): Promise<number> {
    const { newest, still } = await this.#newest();
    if (newest === this.#seen) return 0;
    const counted = [...allResources().values()].filter(({ countedBy }) => countedBy);
    const groups = JSON.stringify({
      ...Object.fromEntries([...countedTables.keys()].map((name) => [name, { many: [], groups: [[]] }])),
      ...Object.fromEntries(
        counted.map((resource) => [resource.type, { many: resource.countedByMany ?? [], groups: groupsOf(resource) }]),
      ),
    });
    let moved = 0;
    for (let batch = 1; batch; moved += batch)
      batch = (await this.database.execute<{ moved: number }>(FOLD, [groups])).rows[0]!.moved;
    if (moved) await this.database.execute(`delete from record_counts where kind <> 'new' and n = 0 and amount = 0`);
    else if (still) this.#seen = newest;
    return moved;
  }

  /** Costs the same however many rows there are. `still`: no transaction runs that may have rows which nobody sees yet. */
  async #newest(): Promise<{ newest: number; still: boolean }> {
    const { rows } = await this.database.execute<{ newest: number; still: boolean }>(
      `select last_value as newest, pg_snapshot_xmin(now) = pg_snapshot_xmax(now) as still
         from record_counts_id_seq, pg_current_snapshot() now`,
    );
    return rows[0]!;
  }
}
