import { Injectable } from '@nestjs/common';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { Backlogs } from '../maintenance/backlogs.js';
import { Metrics } from '../metrics/metrics.js';

/** Shows for how long background work of each kind has been due without a worker that takes it. */
@Injectable()
export class BacklogMetrics {
  constructor(metrics: Metrics, backlogs: Backlogs, database: Database, clock: Clock) {
    const help = 'Time since the oldest item of background work has been due, by kind; 0 if none is.';
    metrics.gauge('oldest_due_work_seconds', help, 'kind', async () => {
      const each = backlogs.all.map(
        ({ items }, index) =>
          `select ${index} as index, min(next_attempt_at) as due from (${items}) item where next_attempt_at <= $1`,
      );
      if (!each.length) return {};
      const { rows } = await database.execute<{ index: number; due: string | null }>(each.join(' union all '), [
        clock.iso(),
      ]);
      return Object.fromEntries(
        rows.map(({ index, due }) => [
          backlogs.all[index]!.kind,
          due === null ? 0 : (clock.now() - Date.parse(due)) / 1_000,
        ]),
      );
    });
  }
}
