import { Injectable } from '@nestjs/common';
import { Partitions } from '../../platform/index.js';
import { PARTITIONED } from './delivery-log.js';

const KEEP_DAYS = 30;

/**
 * Deliveries and attempts go with their events, once the month has been over for 30 days. What is still to be sent keeps
 * them all.
 */
@Injectable()
export class DeliveryRetention {
  constructor(partitions: Partitions) {
    const [deliveries, attempts] = PARTITIONED as [string, string];
    partitions.add({
      table: deliveries,
      keepDays: KEEP_DAYS,
      // Totals of lists are kept beside the rows.
      before: (partition) =>
        `insert into record_counts (workspace_id, resource, dims, n)
         select workspace_id, 'webhooks.delivery', jsonb_build_object('webhook_id', webhook_id, 'status', status,
           'event_type', event_type, 'day', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')), -count(*)
         from ${partition} group by 1, 3`,
    });
    partitions.add({ table: attempts, keepDays: KEEP_DAYS });
    partitions.keepWhile(
      `select 1 from ${deliveries}
       where next_attempt_at is not null and event_timestamp >= $1 and event_timestamp < $2`,
    );
  }
}
