import { Injectable } from '@nestjs/common';
import { Clock, Database, notFrozen, type Row, type StoredEvent } from '../../platform/index.js';
import type { DrainJob, Receiver } from '../webhooks/lanes.js';

/** Duration of a lease unless it is renewed, and so the longest outage of a webhook whose worker died. */
const LEASE_SECONDS = 15;
/** A claim renews a lease only when less than this is left; otherwise it writes nothing. */
const RENEW_SECONDS = 10;

/** Webhooks with deliveries due at `$1` and no valid lease, but for those of frozen workspaces. */
export const DUE = `
  select workspace_id, id, slow, lease from webhooks w
  where (leased_until is null or leased_until < $1) and ${notFrozen()} and (
    status = 'active' and exists (
      select 1 from webhook_deliveries d
      where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.next_attempt_at <= $1)
    or exists (
      select 1 from webhook_deliveries d
      where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.next_attempt_at <= $1
        and d.test_event is not null))`;

/** A webhook leased by this worker, with everything needed to send to it. */
export interface Target {
  active: boolean;
  url: string;
  events: string[];
  secret: string;
  previous_secret: string | null;
  previous_secret_expires_at: string | null;
  consecutive_failures: number;
  last_success_at: string | null;
  created_by: string;
  /** The API key, session or OAuth grant with which the webhook was created. */
  made_through: string | null;
}

/** A due delivery with its event. */
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
  /** A user requested this attempt (redelivery or replay). */
  manual: boolean;
  /** Due time of the automatic retry that a manual attempt came before. */
  retry_at: string | null;
  /** A test event, which does not count for the health of the webhook. */
  test: boolean;
  /** Null when the event has expired. */
  event: StoredEvent | null;
}

export interface Attempt {
  started_at: string;
  duration_ms: number;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
}

/** Whether the receiver answered with a 2xx status. */
export const isAccepted = ({ response_status }: Pick<Attempt, 'response_status'>): boolean =>
  response_status !== null && response_status >= 200 && response_status < 300;

/** State of the delivery after the attempt. */
export type Outcome = { status: 'succeeded' | 'failed' } | { status: 'pending'; next_attempt_at: string };

/** An attempt and the resulting state of its delivery. */
export interface Report {
  claim: Claim;
  target: Target;
  attempt: Attempt;
  outcome: Outcome;
}

/**
 * Inserts attempts and updates their deliveries, unless a delivery has changed since it was claimed. Returns the recorded
 * delivery ids.
 */
const RECORD = `
  with report as (
    select * from json_to_recordset($2) as (workspace_id text, delivery_id text, event_timestamp timestamptz,
      attempt_count int, manual boolean, started_at timestamptz, duration_ms int, response_status int, response_body text,
      error text, outcome text, next timestamptz)
  ),
  done as (
    update webhook_deliveries d set status = r.outcome, attempt_count = d.attempt_count + 1,
      manual_count = d.manual_count + r.manual::int,
      first_attempt_at = coalesce(d.first_attempt_at, r.started_at),
      completed_at = case
        when r.outcome = 'pending' then null when r.outcome = d.status then d.completed_at else $1::timestamptz end,
      next_attempt_at = case when d.manual and not r.manual then d.next_attempt_at else r.next end,
      retry_at = case when d.manual and not r.manual then r.next end,
      manual = d.manual and not r.manual
    from report r
    where d.workspace_id = r.workspace_id and d.id = r.delivery_id and d.event_timestamp = r.event_timestamp
      and d.attempt_count = r.attempt_count
    returning r.*
  )
  insert into webhook_attempts as a (workspace_id, delivery_id, event_timestamp, number, trigger, started_at, duration_ms,
    response_status, response_body, error)
  select workspace_id, delivery_id, event_timestamp, attempt_count + 1, case when manual then 'manual' else 'automatic' end,
    started_at, duration_ms, response_status, response_body, error
  from done
  returning a.delivery_id`;

/** A report queued for the next statement. */
interface Waiting extends PromiseWithResolvers<void> {
  report: Report;
}

/**
 * Leases of webhooks, and results of their deliveries. A worker takes the lease of a webhook before it claims the due
 * deliveries. The lease is in the row of the webhook, so concurrency and rate limits of a drain hold across all workers.
 */
@Injectable()
export class SendingRepository {
  #waiting: Waiting[] = [];
  #writing = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes or renews the lease of a webhook and returns up to `limit` due deliveries that are not in `claimed`. Null when
   * another worker has the lease, the webhook is deleted or its workspace frozen. For a paused webhook only test events are due.
   */
  async claim(
    { workspace_id, webhook_id }: DrainJob,
    lease: string,
    limit: number,
    claimed: string[] = [],
  ): Promise<{ target: Target; due: Claim[] } | null> {
    const { rows } = await this.database.execute(
      `with taken as (
         update webhooks set lease = $3, leased_until = $5
         where workspace_id = $1 and id = $2 and ${notFrozen()} and (lease = $3 or leased_until is null or leased_until < $4)
           and (lease is distinct from $3 or leased_until is null or leased_until < $8)
         returning *
       ),
       mine as (
         select status = 'active' as active, url, events, secret, previous_secret, previous_secret_expires_at,
           consecutive_failures, last_success_at, created_by, made_through
         from (
           select * from taken
           union all
           select * from webhooks where workspace_id = $1 and id = $2 and lease = $3 and leased_until >= $8 and ${notFrozen()}
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
      [
        workspace_id,
        webhook_id,
        lease,
        this.clock.iso(),
        this.clock.iso(LEASE_SECONDS),
        limit,
        claimed,
        this.clock.iso(RENEW_SECONDS),
      ],
    );
    const [target] = rows as unknown as Target[];
    if (!target) return null;
    const due = rows.filter(({ delivery_id }) => delivery_id !== null);
    return { target, due: due.map((row) => claimOf(row, workspace_id)) };
  }

  /** Releases the lease. No worker takes it before `until` (ISO 8601), if given. `slow`: the lane of the next job. */
  async release(
    { workspace_id, webhook_id }: DrainJob,
    lease: string,
    until: string | null,
    slow: boolean,
  ): Promise<void> {
    await this.database.execute(
      'update webhooks set leased_until = $4, slow = $5 where workspace_id = $1 and id = $2 and lease = $3',
      [workspace_id, webhook_id, lease, until, slow],
    );
  }

  /** Due time of the next delivery of a webhook (ISO 8601), or null. */
  async nextDue({ workspace_id, webhook_id }: DrainJob): Promise<string | null> {
    const [row] = await this.database.read<{ due: string | null }>(
      `select min(next_attempt_at) as due from webhook_deliveries d
       where workspace_id = $1 and webhook_id = $2 and next_attempt_at is not null and (d.test_event is not null or exists (
         select 1 from webhooks where workspace_id = $1 and id = $2 and status = 'active'))`,
      [workspace_id, webhook_id],
    );
    return row!.due;
  }

  /** Webhooks with due deliveries and no valid lease. */
  due(): Promise<Receiver[]> {
    return this.database.read<Receiver>(DUE, [this.clock.iso()]);
  }

  /**
   * Records an attempt. Attempts that end while a statement runs share the next one: a single attempt is written at once; under
   * load a statement carries dozens. Resolves when the attempt is durable, or skipped as stale (see `recordAll`).
   */
  record(report: Report): Promise<void> {
    const waiting = { report, ...Promise.withResolvers<void>() };
    this.#waiting.push(waiting);
    if (!this.#writing) void this.#write();
    return waiting.promise;
  }

  /**
   * Records attempts and the new states of their deliveries. An attempt is stale, and skipped, if its delivery was cancelled
   * meanwhile or sent by another worker after this lease expired. If a user requested a redelivery meanwhile, that attempt
   * stays due.
   */
  async recordAll(reports: readonly Report[]): Promise<void> {
    const now = this.clock.iso();
    // Index scans only: a plan cached while the partition of the month was small would scan all of it for each batch.
    const kept = await this.database.executeByIndex<{ delivery_id: string }>(RECORD, [
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
    const events = reports.filter(({ claim }) => ids.has(claim.delivery_id) && !claim.test);
    // Separate statements: updating or deleting a webhook locks its row before its deliveries, so one statement for both could
    // deadlock.
    for (const [, own] of Map.groupBy(events, ({ claim }) => claim.webhook_id)) await this.#noteHealth(own, now);
  }

  /** Updates the health of a webhook. While all goes well, at most every ten seconds. */
  async #noteHealth(reports: Report[], now: string): Promise<void> {
    const { claim, target } = reports[0]!;
    const lastAccepted = reports.findLastIndex(({ attempt }) => isAccepted(attempt));
    const failures = reports.slice(lastAccepted + 1);
    const refused = reports.some(({ attempt }) => !isAccepted(attempt));
    const taken = lastAccepted >= 0;
    const noted = target.last_success_at !== null && Date.parse(now) - Date.parse(target.last_success_at) < 10_000;
    if (!refused && target.consecutive_failures === 0 && noted) return;
    await this.database.execute(
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

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length) await this.#writeAll(this.#waiting.splice(0));
    this.#writing = false;
  }

  /** Retries the reports one by one if the batch fails, so that one bad report does not lose the others. */
  async #writeAll(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.recordAll(batch.map(({ report }) => report));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      else for (const each of batch) await this.#writeAll([each]);
    }
  }
}

function claimOf({ test_event, ...row }: Row, workspaceId: string): Claim {
  const event = test_event ?? (row.id === null ? null : row);
  return { ...row, workspace_id: workspaceId, test: test_event !== null, event } as unknown as Claim;
}
