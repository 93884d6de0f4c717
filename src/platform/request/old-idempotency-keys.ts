import { Injectable } from '@nestjs/common';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { notFrozen } from '../database/freezes.js';
import { IDEMPOTENCY_TTL } from './idempotency.js';
import { Maintenance } from '../maintenance/maintenance.js';

const TEN_MINUTES_MS = 600_000;
const BATCH_SIZE = 1_000;

/** Deletes expired saved responses. */
@Injectable()
export class OldIdempotencyKeys {
  constructor(
    maintenance: Maintenance,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    maintenance.add({
      name: 'idempotency-keys',
      description: 'Removes expired idempotency keys with their saved responses.',
      every: TEN_MINUTES_MS,
      run: () => this.forget(),
    });
  }

  /** Answers how many were removed. */
  async forget(): Promise<number> {
    const before = this.clock.iso(-IDEMPOTENCY_TTL);
    let removed = 0;
    for (;;) {
      const { count } = await this.database.execute(
        `delete from idempotency_keys where ctid = any(array(
           select ctid from idempotency_keys where created_at <= $1 and ${notFrozen()} limit ${BATCH_SIZE} for update skip locked))`,
        [before],
      );
      removed += count;
      if (count < BATCH_SIZE) return removed;
    }
  }
}
