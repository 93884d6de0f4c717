import { Injectable } from '@nestjs/common';
import { Clock, type Conditions, Database, Maintenance } from '../platform/index.js';

/** Events of a block: number 0 has those of sequence 1 to 10 000. What was counted stays, so this must never change. */
export const BLOCK = 10_000;
const MINUTE = 60_000;
/** Counts are kept as long as events, with the month that a partition is kept for beyond that. */
const KEEP_DAYS = 70;

/** The next block of each workspace that has a full one. The first ones may be gone with their events. */
const NEXT = `
  select workspace_id, block from (
    select workspace_id, last, greatest(
      (select max(block) + 1 from event_counts c where c.workspace_id = s.workspace_id),
      (select (min(sequence) - 1) / ${BLOCK} from events e where e.workspace_id = s.workspace_id)) as block
    from event_sequences s where last >= ${BLOCK}
  ) next where last >= (block + 1) * ${BLOCK}`;

const COUNT = `
  insert into event_counts (workspace_id, block, type, private_to, n, first, last)
  select $1, $2::bigint, type, private_to, count(*), min(min(timestamp)) over (), max(max(timestamp)) over ()
  from events where workspace_id = $1 and sequence > $2::bigint * ${BLOCK} and sequence <= ($2::bigint + 1) * ${BLOCK}
  group by type, private_to
  on conflict do nothing`;

/**
 * Keeps the table `event_counts`, so that the total of a list of events is the sum of a few rows. The log is only added
 * to, and a workspace's numbers have no gaps, so a full block is counted once and for all; two that do it at once count
 * the same.
 */
@Injectable()
export class EventCounts {
  constructor(
    maintenance: Maintenance,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    maintenance.add({
      name: 'event-counts',
      description: 'Counts events by type, for the totals of their list.',
      every: MINUTE,
      run: () => this.run(),
    });
  }

  async run(): Promise<void> {
    let counted: number;
    do {
      counted = 0;
      const { rows } = await this.database.execute<{ workspace_id: string; block: number }>(NEXT);
      for (const { workspace_id, block } of rows) {
        counted += (await this.database.execute(COUNT, [workspace_id, block])).count;
      }
    } while (counted);
    await this.database.execute('delete from event_counts where last < $1', [this.clock.iso(-KEEP_DAYS * 86_400)]);
  }
}

/** The condition that events happened from a time on. Blocks that were over by then need not be read to see it. */
export const since = (time: string): [sql: string, ...values: unknown[]] => [
  `timestamp >= ? and sequence > (
    select coalesce(min(block) filter (where last >= ?), max(block) + 1, 0) * ${BLOCK}
    from event_counts where workspace_id = $1)`,
  time,
  time,
];

/** Events behind a number that happened from `from` on, before `to` (ISO 8601). */
export interface Range {
  after: number;
  from: string;
  to: string;
}

/**
 * The number of events as SQL that takes its values from `where`: those of full blocks by their counts that are `matching`
 * (SQL), the others one by one by `filter`, which says all of it.
 */
export function countedEvents({ after, from, to }: Range, where: Conditions, matching: string, filter: string): string {
  const [number, begin, end] = [`${where.value(after)}::bigint`, where.value(from), where.value(to)];
  const whole = `block >= (${number} + ${BLOCK - 1}) / ${BLOCK} and first >= ${begin} and last < ${end}`;
  // A scalar query per block at an edge: joined, the planner might read the whole log once instead.
  return `(
    (select coalesce(sum(n), 0) from event_counts where workspace_id = $1 and ${whole} and ${matching})
    + (select sum((select count(*) from events where sequence > low and sequence <= high and ${filter})) from (
        select block * ${BLOCK} as low, (block + 1) * ${BLOCK} as high from event_counts
        where workspace_id = $1 and block >= ${number} / ${BLOCK} and last >= ${begin} and first < ${end} and not (${whole})
        group by block
        union all
        select coalesce(max(block) + 1, 0) * ${BLOCK}, ${Number.MAX_SAFE_INTEGER} from event_counts where workspace_id = $1
      ) edge))`;
}
