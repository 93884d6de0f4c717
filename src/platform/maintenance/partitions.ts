import { Injectable } from '@nestjs/common';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { Maintenance } from './maintenance.js';

const HOUR = 3_600_000;

/** The tables that are partitioned by month. A row whose month has no partition cannot be written. */
const TABLES = ['events', 'audit_entries'];

/** Makes the partitions of this month and the next three before they are needed. */
@Injectable()
export class Partitions {
  constructor(
    maintenance: Maintenance,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    maintenance.add({ name: 'partitions', every: HOUR, run: () => this.ensure() });
  }

  /** Answers how many partitions were missing. */
  async ensure(): Promise<number> {
    let made = 0;
    for (const table of TABLES) {
      const { rows } = await this.database.execute<{ made: number }>(
        `select ensure_partitions($1, $2::timestamptz, $2::timestamptz + interval '3 months') as made`,
        [table, this.clock.iso()],
      );
      made += rows[0]!.made;
    }
    return made;
  }
}
