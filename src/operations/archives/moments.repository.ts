import { Injectable } from '@nestjs/common';
import { conflict, Database, type Snapshot } from '../../platform/index.js';

/** The state of a database at the time of a snapshot. */
export interface Moment {
  /** The last migration. */
  schema: string;
  /** The cluster, its timeline, and the database: transaction numbers of one say nothing about another. */
  database: string;
  /** Rows with a transaction number from here on may have changed after the snapshot; all others have not. */
  xmin: string;
}

const MOMENT = `
  select (select max(timestamp)::text from migrations) as schema,
    (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' ||
      (select oid from pg_database where datname = current_database()) as database,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax`;

/** Transaction numbers are compared within half of their circle of 2^32, so a copy may be a quarter behind. */
const MAX_TRANSACTIONS = 2n ** 30n;

/** Condition of rows that may have changed since the snapshot whose `xmin` is `$2`. Those are all others: a superset. */
export const CHANGED = `age(xmin) <= age($2::xid8::xid)`;

/** The state of the database, by which a copy can be continued. */
@Injectable()
export class Moments {
  constructor(private readonly database: Database) {}

  /** The state of the database, as of a snapshot or now. */
  async at(at: Pick<Database, 'read'> | Snapshot = this.database): Promise<Moment & { xmax: string }> {
    const [row] = await at.read<Moment & { xmax: string }>(MOMENT);
    return row!;
  }

  /** 409 where the database cannot tell what has changed since a copy. */
  async refuseStale(copy: Moment, at?: Snapshot): Promise<void> {
    const now = await this.at(at);
    const why =
      now.schema !== copy.schema
        ? 'the database has been migrated'
        : now.database !== copy.database
          ? 'the database has been restored, or another server has taken over'
          : BigInt(now.xmax) - BigInt(copy.xmin) > MAX_TRANSACTIONS
            ? 'there have been too many transactions'
            : null;
    if (why)
      throw conflict(
        `The copy cannot be continued, because ${why} since it was made. Abort the move, discard the copy at the target, and begin anew.`,
      );
  }

  /** The last migration of this database. */
  async schema(): Promise<string> {
    const [row] = await this.database.read<{ schema: string }>('select max(timestamp)::text as schema from migrations');
    return row!.schema;
  }
}
