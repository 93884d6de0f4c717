import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { OwnerDatabase } from '../database/owner-database.js';
import { Maintenance } from './maintenance.js';

const HOUR = 3_600_000;
/** Milliseconds that a partition's removal waits for those who use its table; it is tried again in an hour. */
const LOCK_WAIT_MS = 2_000;

/** A table that is partitioned by month, as `ensure_partitions` makes them. */
interface PartitionedTable {
  table: string;
  /** A partition is dropped when its month has been over for so many days; by default it stays. */
  keepDays?: number;
}

/** The months of a table that may be dropped, but for what somebody still needs: SQL on `$1` (from) and `$2` (to). */
type Need = string;

/**
 * The tables that are partitioned by month. A row whose month has no partition cannot be written, so those of this month
 * and the next three are made before they are needed; what is too old goes with its partition.
 */
@Injectable()
export class Partitions {
  readonly #logger = new Logger('Partitions');
  readonly #tables: PartitionedTable[] = [{ table: 'audit_entries' }, { table: 'events', keepDays: 30 }];
  readonly #needs: Need[] = [];
  readonly #known = new Set<string>();

  constructor(
    maintenance: Maintenance,
    private readonly database: Database,
    private readonly owner: OwnerDatabase,
    private readonly clock: Clock,
  ) {
    maintenance.add({
      name: 'partitions',
      description: 'Creates the partitions of the next months and drops expired ones.',
      every: HOUR,
      run: () => this.run(),
    });
  }

  /** Adds a table, before the application has started. Tables are dropped from in the reverse order. */
  add(table: PartitionedTable): void {
    this.#tables.push(table);
  }

  /** Keeps every table's partition of a month as long as this query (of `$1`, `$2`: from when to when) finds a row. */
  keepWhile(need: Need): void {
    this.#needs.push(need);
  }

  async run(): Promise<void> {
    await this.ensure();
    await this.drop();
  }

  /** Answers how many partitions were missing. */
  async ensure(): Promise<number> {
    let made = 0;
    for (const { table } of this.#tables) made += await this.#ensure(table, this.clock.iso(), 3);
    return made;
  }

  /** Makes the partitions that rows of this time (ISO 8601) need, where maintenance has not done so ahead. */
  async ensureAt(time: string, tables: readonly string[]): Promise<void> {
    for (const table of tables) {
      const month = `${table} ${time.slice(0, 7)}`;
      if (this.#known.has(month)) continue;
      await this.#ensure(table, time, 0);
      this.#known.add(month);
    }
  }

  /** Drops what is older than it is kept. Answers how many partitions that were. */
  async drop(): Promise<number> {
    let dropped = 0;
    for (const { table, keepDays } of this.#tables.toReversed()) {
      if (keepDays === undefined) continue;
      for (const { partition, start, end } of await this.of(table)) {
        if (Date.parse(end) > this.clock.now() - keepDays * 86_400_000) continue;
        if (await this.#isNeeded(start, end)) continue;
        const work = [
          `set local lock_timeout = ${LOCK_WAIT_MS}`,
          `lock table ${partition} in exclusive mode`,
          `alter table ${table} detach partition ${partition}`,
          `drop table ${partition}`,
        ];
        try {
          // Several statements in one message are one transaction.
          await this.owner.database.pool.query(work.join(';\n'));
          dropped++;
        } catch (error) {
          this.#logger.warn(`${partition} could not be dropped and will be tried again: ${(error as Error).message}`);
        }
      }
    }
    return dropped;
  }

  /** The partitions of a table, oldest first, each with its month. */
  async of(table: string): Promise<{ partition: string; start: string; end: string }[]> {
    const { rows } = await this.database.execute<{ partition: string }>(
      `select inhrelid::regclass::text as partition from pg_inherits where inhparent = $1::text::regclass order by 1`,
      [table],
    );
    return rows.map(({ partition }) => {
      const [year, month] = partition.split('_').slice(-2).map(Number) as [number, number];
      const [start, end] = [month - 1, month].map((each) => new Date(Date.UTC(year, each)).toISOString());
      return { partition, start: start!, end: end! };
    });
  }

  async #ensure(table: string, time: string, ahead: number): Promise<number> {
    const { rows } = await this.database.execute<{ made: number }>(
      `select ensure_partitions($1, $2::timestamptz, $2::timestamptz + make_interval(months => $3)) as made`,
      [table, time, ahead],
    );
    return rows[0]!.made;
  }

  async #isNeeded(start: string, end: string): Promise<boolean> {
    for (const need of this.#needs) {
      const { rows } = await this.database.execute(`select 1 where exists (${need})`, [start, end]);
      if (rows.length) return true;
    }
    return false;
  }
}
