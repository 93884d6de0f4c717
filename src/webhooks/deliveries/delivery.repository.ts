import { Injectable } from '@nestjs/common';
import { Clock, Database, newId, Partitions, type StoredEvent } from '../../platform/index.js';
import { Lanes, type Receiver } from '../webhooks/lanes.js';
import type { AttemptView } from './delivery.dto.js';
import type { Delivery } from './delivery.entity.js';

/** Partitioned by month of the event, like the events. */
const PARTITIONED = ['webhook_deliveries', 'webhook_attempts'];
const KEEP_DAYS = 30;

/** The columns of an event that a delivery refers to. */
export type LoggedEvent = Pick<StoredEvent, 'id' | 'type' | 'timestamp'>;

/**
 * Inserts deliveries and makes them due; the commit wakes a worker. Raw SQL, because one statement inserts many rows into
 * partitions.
 *
 * A month of deliveries and attempts is dropped together with its events, 30 days after its end, unless one of its deliveries
 * is still pending.
 */
@Injectable()
export class DeliveryRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly partitions: Partitions,
    private readonly lanes: Lanes,
  ) {
    for (const table of PARTITIONED) partitions.add({ table, keepDays: KEEP_DAYS });
    partitions.keepWhile(
      `select 1 from webhook_deliveries
       where next_attempt_at is not null and event_timestamp >= $1 and event_timestamp < $2`,
    );
  }

  /** The attempts of a delivery, oldest first. */
  attemptsOf({ workspace_id, id, event_timestamp }: Delivery): Promise<AttemptView[]> {
    return this.database.read<AttemptView>(
      `select number, trigger, started_at, duration_ms, response_status, response_body, error
       from webhook_attempts where workspace_id = $1 and delivery_id = $2 and event_timestamp = $3 order by number`,
      [workspace_id, id, event_timestamp],
    );
  }

  /** Adds deliveries of one workspace, due at once. Idempotent: an existing delivery stays as it is. */
  async add(deliveries: { webhook: Receiver; event: LoggedEvent }[], replayId: string | null = null): Promise<void> {
    if (!deliveries.length) return;
    for (const { event } of deliveries) await this.partitions.ensureAt(event.timestamp, PARTITIONED);
    await this.database.write(
      `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, event_timestamp, status,
         attempt_count, next_attempt_at, created_at, replay_id)
       select $1, id, webhook_id, event_id, event_type, event_timestamp, 'pending', 0, $2, $2, $8::text
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
         as d (id, webhook_id, event_id, event_type, event_timestamp)
       on conflict (workspace_id, webhook_id, event_timestamp, event_id) do nothing`,
      [
        deliveries[0]!.webhook.workspace_id,
        this.clock.iso(),
        deliveries.map(() => newId('dlv')),
        deliveries.map(({ webhook }) => webhook.id),
        deliveries.map(({ event }) => event.id),
        deliveries.map(({ event }) => event.type),
        deliveries.map(({ event }) => event.timestamp),
        replayId,
      ],
    );
    for (const webhook of new Set(deliveries.map((delivery) => delivery.webhook))) this.lanes.wakeAfterCommit(webhook);
  }

  /** Adds the delivery of a test event, which has one attempt. Returns its id. */
  async addTest(webhook: Receiver, event: StoredEvent): Promise<string> {
    await this.partitions.ensureAt(event.timestamp, PARTITIONED);
    const id = newId('dlv');
    await this.database.write(
      `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, event_timestamp, status,
         attempt_count, next_attempt_at, created_at, manual, test_event)
       values ($1, $2, $3, $4, $5, $6, 'pending', 0, $6, $6, true, $7::jsonb)`,
      [webhook.workspace_id, id, webhook.id, event.id, event.type, event.timestamp, JSON.stringify(event)],
    );
    this.lanes.wakeAfterCommit(webhook);
    return id;
  }

  /**
   * Makes a manual attempt due at once, before the next automatic one; at most one is pending. Returns false if the event has
   * expired.
   */
  async scheduleManualAttempt(
    webhook: Receiver,
    { id, event_timestamp, event_id }: Pick<Delivery, 'id' | 'event_timestamp' | 'event_id'>,
  ): Promise<boolean> {
    const { length } = await this.database.write(
      `update webhook_deliveries set manual = true, replay_id = null, next_attempt_at = $3,
         retry_at = case when manual then retry_at else next_attempt_at end
       where workspace_id = $1 and id = $2 and event_timestamp = $4 and (test_event is not null
         or exists (select 1 from events where workspace_id = $1 and timestamp = $4 and id = $5))
       returning 1`,
      [webhook.workspace_id, id, this.clock.iso(), event_timestamp, event_id],
    );
    if (length) this.lanes.wakeAfterCommit(webhook);
    return length > 0;
  }
}
