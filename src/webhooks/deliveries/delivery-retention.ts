import { Injectable } from '@nestjs/common';
import { Partitions, uncounted } from '../../platform/index.js';
import { deliveries } from './delivery.resource.js';
import { PARTITIONED } from './delivery-log.js';

const KEEP_DAYS = 30;

/**
 * Deliveries and attempts go with their events, once the month has been over for 30 days. What is still to be sent keeps
 * them all.
 */
@Injectable()
export class DeliveryRetention {
  constructor(partitions: Partitions) {
    const [table, attempts] = PARTITIONED as [string, string];
    partitions.add({
      table,
      keepDays: KEEP_DAYS,
      before: (partition) => uncounted(deliveries, partition),
    });
    partitions.add({ table: attempts, keepDays: KEEP_DAYS });
    partitions.keepWhile(
      `select 1 from ${table}
       where next_attempt_at is not null and event_timestamp >= $1 and event_timestamp < $2`,
    );
  }
}
