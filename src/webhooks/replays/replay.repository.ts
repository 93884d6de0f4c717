import { Injectable } from '@nestjs/common';
import { Clock, Database, notFrozen, type StoredEvent } from '../../platform/index.js';
import { DeliveryRepository, type LoggedEvent } from '../deliveries/delivery.repository.js';
import { Lanes } from '../webhooks/lanes.js';
import type { Webhook } from '../webhooks/webhook.entity.js';
import type { Replay } from './replay.entity.js';

/** Events visible to the webhook. */
const FOR_WEBHOOK = `(private_to = '' or split_part(type, '.', 1) = any (
  select unnest(sees_private) from webhooks where workspace_id = $1 and id = $2))`;

/** An event with the payload that names its record; null for one whose delivery failed. */
type ReplayedEvent = LoggedEvent & Pick<StoredEvent, 'payload'>;

type Window = Pick<Replay, 'workspace_id' | 'webhook_id' | 'selection' | 'types' | 'from_time' | 'to_time'>;

/**
 * Selects the events of a replay; $1 workspace, $2 webhook, $3 types, $4 from, $5 to. `failed` reads deliveries, because few of
 * them have failed; the others read the event log.
 */
const SOURCES: Record<Replay['selection'], string> = {
  failed: `select event_id as id, event_type as type, event_timestamp as timestamp, null::jsonb as payload from webhook_deliveries
    where workspace_id = $1 and webhook_id = $2 and status = 'failed' and event_type = any($3::text[])
      and event_timestamp >= $4 and event_timestamp < $5`,
  missed: `select id, type, timestamp, payload from events e
    where workspace_id = $1 and type = any($3::text[]) and timestamp >= $4 and timestamp < $5 and ${FOR_WEBHOOK}
      and not exists (select 1 from webhook_deliveries d
        where d.workspace_id = $1 and d.webhook_id = $2 and d.event_id = e.id and d.event_timestamp = e.timestamp)`,
  all: `select id, type, timestamp, payload from events
    where workspace_id = $1 and type = any($3::text[]) and timestamp >= $4 and timestamp < $5 and ${FOR_WEBHOOK}`,
};

/** Deliveries not attempted yet. After its first attempt a delivery follows its own retries. */
const NOT_ATTEMPTED = 'next_attempt_at is not null and (manual or attempt_count = 0)';

/** Cursors of replays, and the deliveries that they make due. Raw SQL, because one statement handles a batch. */
@Injectable()
export class ReplayRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly deliveries: DeliveryRepository,
    private readonly lanes: Lanes,
  ) {}

  /** Removes replays that ended before a time (ISO 8601). */
  async removeEndedBefore(before: string): Promise<void> {
    await this.database.execute(
      `delete from webhook_replays where status <> 'running' and updated_at < $1 and ${notFrozen()}`,
      [before],
    );
  }

  /** Number of events that a replay will send. */
  async count(window: Window): Promise<number> {
    const source = SOURCES[window.selection];
    const [row] = await this.database.read(`select count(*)::int as n from (${source}) e`, valuesOf(window));
    return row!.n;
  }

  /** The next events of a replay, in the order of their time. */
  next(replay: Replay, limit: number): Promise<ReplayedEvent[]> {
    return this.database.read<ReplayedEvent>(
      `select * from (${SOURCES[replay.selection]}) e where (timestamp, id) > ($6::timestamptz, $7::text)
       order by timestamp, id limit $8`,
      [...valuesOf(replay), replay.after_time, replay.after_id, limit],
    );
  }

  /** Number of deliveries of a replay that were not attempted yet. */
  async waiting({ workspace_id, id }: Replay): Promise<number> {
    const [row] = await this.database.read(
      `select count(*)::int as n from webhook_deliveries where workspace_id = $1 and replay_id = $2 and ${NOT_ATTEMPTED}`,
      [workspace_id, id],
    );
    return row!.n;
  }

  /**
   * Makes a batch of events due. An event without a delivery gets one, with automatic retries. A
   * delivery that was attempted gets one manual attempt. A delivery that is pending for the first time stays as it is.
   */
  async scheduleBatch({ workspace_id, id, selection }: Replay, webhook: Webhook, events: LoggedEvent[]): Promise<void> {
    if (!events.length) return;
    if (selection !== 'missed') {
      await this.database.write(
        `update webhook_deliveries d set manual = true, replay_id = $3, retry_at = next_attempt_at, next_attempt_at = $4
         from unnest($5::text[], $6::timestamptz[]) as e (id, timestamp)
         where d.workspace_id = $1 and d.webhook_id = $2 and d.event_id = e.id and d.event_timestamp = e.timestamp
           and not d.manual and d.attempt_count > 0 and (status = 'failed' or $7 = 'all')`,
        [
          workspace_id,
          webhook.id,
          id,
          this.clock.iso(),
          events.map((event) => event.id),
          events.map(({ timestamp }) => timestamp),
          selection,
        ],
      );
    }
    if (selection === 'failed') this.lanes.wakeAfterCommit(webhook);
    else
      await this.deliveries.add(
        events.map((event) => ({ webhook, event })),
        id,
      );
  }

  /** Advances the cursor behind an event. `added`: number of deliveries since the last one. */
  async advance({ workspace_id, id }: Replay, last: LoggedEvent, added: number): Promise<void> {
    await this.database.write(
      `update webhook_replays set after_time = $3, after_id = $4, handed_on = handed_on + $5
       where workspace_id = $1 and id = $2`,
      [workspace_id, id, last.timestamp, last.id, added],
    );
  }

  /** Withdraws deliveries that were not attempted yet. A running request is not aborted. */
  async cancel({ workspace_id, id }: Replay): Promise<void> {
    await this.database.write(
      `with dropped as (
         delete from webhook_deliveries where workspace_id = $1 and replay_id = $2 and next_attempt_at is not null
           and attempt_count = 0
       )
       update webhook_deliveries set manual = false, next_attempt_at = retry_at, retry_at = null
       where workspace_id = $1 and replay_id = $2 and next_attempt_at is not null and manual and attempt_count > 0`,
      [workspace_id, id],
    );
  }
}

const valuesOf = ({ workspace_id, webhook_id, types, from_time, to_time }: Window): unknown[] => [
  workspace_id,
  webhook_id,
  types,
  from_time,
  to_time,
];
