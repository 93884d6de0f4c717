import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/database/clock.js';
import { Database } from '../platform/database/database.js';
import { newId } from '../platform/database/ids.js';
import type { StoredEvent } from '../platform/events/event-listener.js';
import type { Webhook } from './webhook.entity.js';

/** Seconds from the first attempt during which a delivery is tried. */
const WINDOW = 86_400;
const TIME_IS_OVER =
  'd.next_attempt_at is not null and not d.manual and coalesce(d.first_attempt_at, d.created_at) < $2';
/** A pause holds everything but tests. */
const MAY_GO = `(d.test_event is not null or exists (
  select 1 from webhooks where workspace_id = $1 and id = $2 and status = 'active'))`;

/** A webhook as far as its deliveries need to know it. */
export type Receiver = Pick<Webhook, 'workspace_id' | 'id' | 'slow'>;

/** A delivery that is due and that no other worker takes until `claimed_until`, with what to send. */
export interface Claim {
  delivery_id: string;
  webhook_id: string;
  claimed_until: string;
  status: string;
  /** Automatic attempts made before. */
  automatic_count: number;
  first_attempt_at: string;
  /** This attempt was asked for by hand. */
  manual: boolean;
  /** When the automatic attempt behind a manual one is due. */
  retry_at: string | null;
  /** No event of the log: it says nothing about the subscription. */
  test: boolean;
  url: string;
  secret: string;
  previous_secret: string | null;
  previous_secret_expires_at: string | null;
  event: StoredEvent;
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

/** The tables `webhook_deliveries` and `webhook_attempts`: what is due, who is at it, what came of it. */
@Injectable()
export class DeliveryLog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Adds deliveries that are due at once. One that exists already stays as it is. */
  async add(deliveries: { webhook: Receiver; event: StoredEvent }[]): Promise<void> {
    await this.database.query(
      `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, event_timestamp, status,
         attempt_count, next_attempt_at, created_at)
       select $1, id, webhook_id, event_id, event_type, event_timestamp, 'pending', 0, $2, $2
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
         as d (id, webhook_id, event_id, event_type, event_timestamp)
       on conflict (workspace_id, webhook_id, event_id) do nothing`,
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

  /** Takes up to `limit` due deliveries of an active webhook for so many seconds. */
  async claim(workspaceId: string, webhookId: string, limit: number, seconds: number): Promise<Claim[]> {
    const rows = await this.database.query(
      `with due as (
         select d.id, d.event_timestamp, d.event_id from webhook_deliveries d
         where d.workspace_id = $1 and d.webhook_id = $2 and d.next_attempt_at <= $3
           and (d.claimed_until is null or d.claimed_until < $3)
           and ${MAY_GO}
         order by d.next_attempt_at, d.id limit $5
         for update skip locked
       )
       update webhook_deliveries d
       set claimed_until = $4, first_attempt_at = coalesce(d.first_attempt_at, $3)
       from (
         select due.id as due_id, e.* from due left join events e
           on e.workspace_id = $1 and e.timestamp = due.event_timestamp and e.id = due.event_id
       ) e, webhooks w
       where d.workspace_id = $1 and d.id = e.due_id and w.workspace_id = $1 and w.id = $2
         and (e.id is not null or d.test_event is not null)
       returning d.id as delivery_id, d.webhook_id, d.claimed_until, d.status, d.first_attempt_at, d.manual, d.retry_at,
         d.attempt_count - d.manual_count as automatic_count, d.test_event, w.url, w.secret, w.previous_secret, w.previous_secret_expires_at, e.*`,
      [workspaceId, webhookId, this.clock.iso(), this.clock.iso(seconds), limit],
    );
    return rows.map(
      (row) => ({ ...row, test: row.test_event !== null, event: row.test_event ?? row }) as unknown as Claim,
    );
  }

  /**
   * Keeps an attempt and what follows from it, unless the claim has run out or the delivery was cancelled meanwhile.
   * One that was asked for by hand meanwhile comes next.
   * The webhook's own row is written at most every ten seconds while all goes well, as it is shared by all deliveries.
   */
  async record(
    { event, delivery_id, claimed_until, manual, test }: Claim,
    attempt: Attempt,
    outcome: Outcome,
  ): Promise<void> {
    const now = this.clock.iso();
    await this.database.query(
      `with done as (
         update webhook_deliveries set status = $4::text, claimed_until = null,
           completed_at = case when $4 = 'pending' then null when $4 = status then completed_at else $6::timestamptz end,
           attempt_count = attempt_count + 1, manual_count = manual_count + $12::boolean::int,
           next_attempt_at = case when manual and not $12 then next_attempt_at else $5::timestamptz end,
           retry_at = case when manual and not $12 then $5::timestamptz end,
           manual = manual and not $12
         where workspace_id = $1 and id = $2 and claimed_until = $3
         returning webhook_id, attempt_count
       ),
       logged as (
         insert into webhook_attempts (workspace_id, delivery_id, number, trigger, started_at, duration_ms,
           response_status, response_body, error)
         select $1, $2, attempt_count, case when $12 then 'manual' else 'automatic' end, $7::timestamptz, $8::int, $9::int, $10::text, $11::text from done
       )
       update webhooks w set
         last_success_at = case when $13::boolean then $6 else w.last_success_at end,
         last_failure_at = case when $13 then w.last_failure_at else $6 end,
         consecutive_failures = case when $13 then 0 else w.consecutive_failures + 1 end,
         failing_since = case when $13 then null else coalesce(w.failing_since, $6) end
       from done
       where w.workspace_id = $1 and w.id = done.webhook_id and not $14::boolean
         and (not $13 or w.consecutive_failures > 0 or w.last_success_at is null
           or w.last_success_at < $6::timestamptz - interval '10 s')`,
      [
        event.workspace_id,
        delivery_id,
        claimed_until,
        outcome.status,
        outcome.status === 'pending' ? outcome.next_attempt_at : null,
        now,
        attempt.started_at,
        attempt.duration_ms,
        attempt.response_status,
        attempt.response_body,
        attempt.error,
        manual,
        isTaken(attempt),
        test,
      ],
    );
  }

  /** Gives a delivery back without an attempt. */
  async release({ event, delivery_id, claimed_until }: Claim): Promise<void> {
    await this.database.query(
      'update webhook_deliveries set claimed_until = null where workspace_id = $1 and id = $2 and claimed_until = $3',
      [event.workspace_id, delivery_id, claimed_until],
    );
  }

  /** When the next unclaimed delivery of an active webhook is due (ISO 8601), or null. */
  async nextDue(workspaceId: string, webhookId: string): Promise<string | null> {
    const [row] = await this.database.query<{ due: string | null }>(
      `select min(next_attempt_at) as due from webhook_deliveries d
       where workspace_id = $1 and webhook_id = $2 and next_attempt_at is not null
         and (claimed_until is null or claimed_until < $3) and ${MAY_GO}`,
      [workspaceId, webhookId, this.clock.iso()],
    );
    return row!.due;
  }

  /** Webhooks with something due that nobody is at. */
  due(): Promise<Receiver[]> {
    return this.database.query<Receiver>(
      `select w.workspace_id, w.id, w.slow from webhooks w
       where w.status = 'active' and exists (
         select 1 from webhook_deliveries d
         where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.next_attempt_at <= $1
           and (d.claimed_until is null or d.claimed_until < $1))
       union
       select w.workspace_id, w.id, w.slow
       from webhook_deliveries d join webhooks w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
       where d.test_event is not null and d.next_attempt_at <= $1 and (d.claimed_until is null or d.claimed_until < $1)`,
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
