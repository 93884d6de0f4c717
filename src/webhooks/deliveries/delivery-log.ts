import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/database/clock.js';
import { Database, type Row } from '../../platform/database/database.js';
import { newId } from '../../platform/fields/ids.js';
import type { StoredEvent } from '../../platform/events/event-listener.js';
import type { Delivery } from './delivery.entity.js';
import { Partitions } from '../../platform/maintenance/partitions.js';
import type { DrainJob } from './lanes.js';
import type { Webhook } from '../webhooks/webhook.entity.js';

/** Seconds from the first attempt during which a delivery is tried. */
const WINDOW = 86_400;
const TIME_IS_OVER =
  'd.next_attempt_at is not null and not d.manual and coalesce(d.first_attempt_at, d.created_at) < $2';

/** A webhook as far as its deliveries need to know it. `turn` is the last one, running or over. */
export type Receiver = Pick<Webhook, 'workspace_id' | 'id' | 'slow' | 'turn'>;

/** A webhook whose turn this worker has, with what it takes to send to it. */
export interface Target {
  active: boolean;
  url: string;
  events: string[];
  secret: string;
  previous_secret: string | null;
  previous_secret_expires_at: string | null;
  consecutive_failures: number;
  last_success_at: string | null;
}

/** A delivery that is due, with what to send. */
export interface Claim {
  workspace_id: string;
  webhook_id: string;
  delivery_id: string;
  event_timestamp: string;
  status: string;
  /** Attempts made before, and how many of them were automatic. */
  attempt_count: number;
  automatic_count: number;
  first_attempt_at: string | null;
  /** This attempt was asked for by hand. */
  manual: boolean;
  /** When the automatic attempt behind a manual one is due. */
  retry_at: string | null;
  /** No event of the log: it says nothing about the subscription. */
  test: boolean;
  /** Null when it is no longer kept. */
  event: StoredEvent | null;
}

export interface Attempt {
  started_at: string;
  duration_ms: number;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
}

/** Whether the receiver took the event. */
export const isTaken = ({ response_status }: Pick<Attempt, 'response_status'>): boolean =>
  response_status !== null && response_status >= 200 && response_status < 300;

/** What becomes of the delivery, which a manual attempt may leave as it was. */
export type Outcome = { status: 'succeeded' | 'failed' } | { status: 'pending'; next_attempt_at: string };

/** An attempt and its consequences. */
export interface Report {
  claim: Claim;
  target: Target;
  attempt: Attempt;
  outcome: Outcome;
}

/** Seconds that a turn lasts unless it is kept: how long a webhook waits after its worker died, at most. */
const TURN = 15;
/** A turn is kept when it would end within so many seconds; before, a look at what is due writes nothing. */
const KEEP = 10;

/** Partitioned by the time of the event, month by month as the events themselves. */
export const PARTITIONED = ['webhook_deliveries', 'webhook_attempts'];

/** The tables `webhook_deliveries` and `webhook_attempts`: what is due, who is at it, what came of it. */
@Injectable()
export class DeliveryLog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly partitions: Partitions,
  ) {}

  /** Adds deliveries that are due at once. One that exists already stays as it is. */
  async add(deliveries: { webhook: Receiver; event: StoredEvent }[]): Promise<void> {
    for (const { event } of deliveries) await this.partitions.ensureAt(event.timestamp, PARTITIONED);
    await this.database.query(
      `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, event_timestamp, status,
         attempt_count, next_attempt_at, created_at)
       select $1, id, webhook_id, event_id, event_type, event_timestamp, 'pending', 0, $2, $2
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
         as d (id, webhook_id, event_id, event_type, event_timestamp)
       on conflict (workspace_id, webhook_id, event_timestamp, event_id) do nothing`,
      [
        deliveries[0]!.event.workspace_id,
        this.clock.iso(),
        deliveries.map(() => newId('dlv')),
        deliveries.map(({ webhook }) => webhook.id),
        deliveries.map(({ event }) => event.id),
        deliveries.map(({ event }) => event.type),
        deliveries.map(({ event }) => event.timestamp),
      ],
    );
  }

  /** Adds the delivery of a test event, which is tried once. Answers its id. */
  async addTest({ id }: Receiver, event: StoredEvent): Promise<string> {
    await this.partitions.ensureAt(event.timestamp, PARTITIONED);
    const delivery = newId('dlv');
    await this.database.query(
      `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, event_timestamp, status,
         attempt_count, next_attempt_at, created_at, manual, test_event)
       values ($1, $2, $3, $4, $5, $6, 'pending', 0, $6, $6, true, $7::jsonb)`,
      [event.workspace_id, delivery, id, event.id, event.type, event.timestamp, JSON.stringify(event)],
    );
    return delivery;
  }

  /**
   * Has a delivery tried by hand, before its next automatic attempt; one such attempt can wait at a time.
   * Answers whether its event is still there to be sent.
   */
  async askFor(delivery: Pick<Delivery, 'workspace_id' | 'id' | 'event_timestamp' | 'event_id'>): Promise<boolean> {
    const { length } = await this.database.query(
      `update webhook_deliveries set manual = true, replay_id = null, next_attempt_at = $3,
         retry_at = case when manual then retry_at else next_attempt_at end
       where workspace_id = $1 and id = $2 and event_timestamp = $4 and (test_event is not null
         or exists (select 1 from events where workspace_id = $1 and timestamp = $4 and id = $5))
       returning 1`,
      [delivery.workspace_id, delivery.id, this.clock.iso(), delivery.event_timestamp, delivery.event_id],
    );
    return length > 0;
  }

  /**
   * Takes a webhook's turn for some seconds, or keeps it, and answers up to `limit` due deliveries beside those that are
   * `held`. Null when another worker has the turn or the webhook is gone. A pause holds everything but tests.
   */
  async claim(
    { workspace_id, webhook_id }: DrainJob,
    turn: string,
    limit: number,
    held: string[] = [],
  ): Promise<{ target: Target; due: Claim[] } | null> {
    const rows = await this.database.query(
      `with taken as (
         update webhooks set turn = $3, turn_until = $5
         where workspace_id = $1 and id = $2 and (turn = $3 or turn_until is null or turn_until < $4)
           and (turn is distinct from $3 or turn_until is null or turn_until < $8)
         returning *
       ),
       mine as (
         select status = 'active' as active, url, events, secret, previous_secret, previous_secret_expires_at,
           consecutive_failures, last_success_at
         from (
           select * from taken
           union all
           select * from webhooks where workspace_id = $1 and id = $2 and turn = $3 and turn_until >= $8
         ) webhook
       )
       select mine.*, due.* from mine left join lateral (
         select d.webhook_id, d.id as delivery_id, d.event_timestamp, d.status, d.attempt_count,
           d.attempt_count - d.manual_count as automatic_count, d.first_attempt_at, d.manual, d.retry_at, d.test_event, e.*
         from webhook_deliveries d left join events e
           on e.workspace_id = $1 and e.timestamp = d.event_timestamp and e.id = d.event_id
         where d.workspace_id = $1 and d.webhook_id = $2 and d.next_attempt_at <= $4
           and (mine.active or d.test_event is not null) and d.id <> all ($7::text[])
         order by d.next_attempt_at, d.id limit $6
       ) due on true`,
      [workspace_id, webhook_id, turn, this.clock.iso(), this.clock.iso(TURN), limit, held, this.clock.iso(KEEP)],
    );
    const [target] = rows as unknown as Target[];
    if (!target) return null;
    const due = rows.filter(({ delivery_id }) => delivery_id !== null);
    return { target, due: due.map((row) => claimOf(row, workspace_id)) };
  }

  /**
   * Keeps attempts and what follows from them. One is left out whose delivery was cancelled meanwhile, or tried by
   * somebody else because the turn was lost. A delivery that was asked for by hand meanwhile comes next.
   */
  async record(reports: Report[]): Promise<void> {
    const now = this.clock.iso();
    const kept = await this.database.query<{ delivery_id: string }>('select record_attempts($1, $2) as delivery_id', [
      now,
      JSON.stringify(
        reports.map(({ claim, attempt, outcome }) => ({
          workspace_id: claim.workspace_id,
          delivery_id: claim.delivery_id,
          event_timestamp: claim.event_timestamp,
          attempt_count: claim.attempt_count,
          manual: claim.manual,
          ...attempt,
          outcome: outcome.status,
          next: outcome.status === 'pending' ? outcome.next_attempt_at : null,
        })),
      ),
    ]);
    const ids = new Set(kept.map(({ delivery_id }) => delivery_id));
    const telling = reports.filter(({ claim }) => ids.has(claim.delivery_id) && !claim.test);
    // By themselves: who changes or deletes a webhook locks it before its deliveries, so both at once could deadlock.
    for (const [, own] of Map.groupBy(telling, ({ claim }) => claim.webhook_id)) await this.#note(own, now);
  }

  /** Notes with the webhook how its receiver does; at most every ten seconds while all goes well. */
  async #note(reports: Report[], now: string): Promise<void> {
    const { claim, target } = reports[0]!;
    const lastTaken = reports.findLastIndex(({ attempt }) => isTaken(attempt));
    const failures = reports.slice(lastTaken + 1);
    const refused = reports.some(({ attempt }) => !isTaken(attempt));
    const taken = lastTaken >= 0;
    const noted = target.last_success_at !== null && Date.parse(now) - Date.parse(target.last_success_at) < 10_000;
    if (!refused && target.consecutive_failures === 0 && noted) return;
    await this.database.query(
      `update webhooks set
         last_success_at = case when $3 then $5 else last_success_at end,
         last_failure_at = case when $4 then $5 else last_failure_at end,
         consecutive_failures = case when $3 then 0 else consecutive_failures end + $6,
         failing_since = case when $3 or failing_since is null then $7 else failing_since end
       where workspace_id = $1 and id = $2`,
      [
        claim.workspace_id,
        claim.webhook_id,
        taken,
        refused,
        now,
        failures.length,
        failures[0]?.attempt.started_at ?? null,
      ],
    );
    target.last_success_at = taken ? now : target.last_success_at;
    target.consecutive_failures = failures.length + (taken ? 0 : target.consecutive_failures);
  }

  /** Ends a turn. Nobody takes the next one before `until` (ISO 8601), if that is given. */
  async release({ workspace_id, webhook_id }: DrainJob, turn: string, until: string | null): Promise<void> {
    await this.database.query('update webhooks set turn_until = $4 where workspace_id = $1 and id = $2 and turn = $3', [
      workspace_id,
      webhook_id,
      turn,
      until,
    ]);
  }

  /** When the next delivery of a webhook may go out and is due (ISO 8601), or null. */
  async nextDue({ workspace_id, webhook_id }: DrainJob): Promise<string | null> {
    const [row] = await this.database.query<{ due: string | null }>(
      `select min(next_attempt_at) as due from webhook_deliveries d
       where workspace_id = $1 and webhook_id = $2 and next_attempt_at is not null and (d.test_event is not null or exists (
         select 1 from webhooks where workspace_id = $1 and id = $2 and status = 'active'))`,
      [workspace_id, webhook_id],
    );
    return row!.due;
  }

  /** Webhooks with something due that nobody is at. */
  due(): Promise<Receiver[]> {
    return this.database.query<Receiver>(
      `select workspace_id, id, slow, turn from webhooks w
       where (turn_until is null or turn_until < $1) and (
         status = 'active' and exists (
           select 1 from webhook_deliveries d
           where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.next_attempt_at <= $1)
         or exists (
           select 1 from webhook_deliveries d
           where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.next_attempt_at <= $1
             and d.test_event is not null))`,
      [this.clock.iso()],
    );
  }

  /** Gives up what pauses hold and whose time is over. */
  async expireHeld(): Promise<void> {
    await this.database.query(
      `update webhook_deliveries d set status = 'failed', next_attempt_at = null, completed_at = $1
       from webhooks w
       where w.status = 'paused' and d.workspace_id = w.workspace_id and d.webhook_id = w.id and ${TIME_IS_OVER}`,
      [this.clock.iso(), this.clock.iso(-WINDOW)],
    );
  }

  /** Gives up what the pause of one webhook has held for too long. */
  async expire({ workspace_id, id }: Webhook): Promise<void> {
    await this.database.query(
      `update webhook_deliveries d set status = 'failed', next_attempt_at = null, completed_at = $1
       where d.workspace_id = $3 and d.webhook_id = $4 and ${TIME_IS_OVER}`,
      [this.clock.iso(), this.clock.iso(-WINDOW), workspace_id, id],
    );
  }

  /** Drops what is still to be sent. */
  async cancel({ workspace_id, id }: Webhook): Promise<void> {
    await this.database.query(
      'delete from webhook_deliveries where workspace_id = $1 and webhook_id = $2 and next_attempt_at is not null',
      [workspace_id, id],
    );
  }
}

function claimOf({ test_event, ...row }: Row, workspaceId: string): Claim {
  const event = test_event ?? (row.id === null ? null : row);
  return { ...row, workspace_id: workspaceId, test: test_event !== null, event } as unknown as Claim;
}
