import { Injectable } from '@nestjs/common';
import { Partitions } from '../../platform/index.js';
import { PARTITIONED } from './delivery.repository.js';

const KEEP_DAYS = 30;

/**
 * Deliveries and attempts go with their events, once the month has been over for 30 days. What is still to be sent keeps
 * them all.
 */
@Injectable()
export class DeliveryRetention {
  constructor(partitions: Partitions) {
    for (const table of PARTITIONED) partitions.add({ table, keepDays: KEEP_DAYS });
    partitions.keepWhile(
      `select 1 from webhook_deliveries
       where next_attempt_at is not null and event_timestamp >= $1 and event_timestamp < $2`,
    );
  }
}
