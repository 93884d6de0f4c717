import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { OwnerDatabase } from '../database/owner-database.js';
import { Maintenance } from './maintenance.js';

const HOUR_MS = 3_600_000;
/** Lock timeout for dropping a partition; retried in an hour. */
const LOCK_WAIT_MS = 2_000;

/** A table that is partitioned by month, as `ensure_partitions` makes them. */
interface PartitionedTable {
  table: string;
  /** Retention: a partition is dropped this many days after the end of its month. Default: never. */
  keepDays?: number;
}

/** SQL condition that keeps a month, on `$1` (from) and `$2` (to). */
type KeepCondition = string;

/**
 * Manages tables partitioned by month. Partitions are created for this month and the next three, because a row without a
 * partition cannot be inserted; expired ones are dropped.
 */
@Injectable()
export class Partitions {
  readonly #logger = new Logger('Partitions');
  readonly #tables: PartitionedTable[] = [{ table: 'audit_entries' }, { table: 'events', keepDays: 30 }];
  readonly #needs: KeepCondition[] = [];
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
      every: HOUR_MS,
      run: () => this.run(),
    });
  }

  /** Registers a table, before the application has started. Partitions are dropped in reverse order of registration. */
  add(table: PartitionedTable): void {
    this.#tables.push(table);
  }

  /** Keeps the partitions of a month in all tables while this query (of `$1` from and `$2` to) returns a row. */
  keepWhile(need: KeepCondition): void {
    this.#needs.push(need);
  }

  async run(): Promise<void> {
    await this.ensure();
    await this.drop();
  }

  /** Creates missing partitions. Returns their number. */
  async ensure(): Promise<number> {
    let made = 0;
    for (const { table } of this.#tables) made += await this.#ensure(table, this.clock.iso(), 3);
    return made;
  }

  /** Creates the partitions for rows of this time (ISO 8601), if maintenance has not done so ahead of time. */
  async ensureAt(time: string, tables: readonly string[]): Promise<void> {
    for (const table of tables) {
      const month = `${table} ${time.slice(0, 7)}`;
      if (this.#known.has(month)) continue;
      await this.#ensure(table, time, 0);
      this.#known.add(month);
    }
  }

  /** Drops expired partitions. Returns their number. */
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
          this.#logger.warn(`${partition} could not be dropped and will be retried: ${(error as Error).message}`);
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
