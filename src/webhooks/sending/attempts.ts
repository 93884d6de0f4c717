import { Injectable } from '@nestjs/common';
import { Clock, Database } from '../../platform/index.js';
import type { Claim, Target } from './claims.js';

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

/** Writes attempts with what follows from them for their deliveries; answers the deliveries for which it did. */
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

/** Keeps what was tried, with what follows from it for the delivery and the webhook. */
@Injectable()
export class Attempts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps attempts and what follows from them. Left out is an attempt whose delivery was cancelled meanwhile, or tried by
   * another worker after this one lost its lease. A delivery that was asked for by hand meanwhile comes next.
   */
  async record(reports: Report[]): Promise<void> {
    const now = this.clock.iso();
    // A plan made while a month is young would go on to scan the whole month for each batch.
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
    // By themselves: changing or deleting a webhook locks it before its deliveries, so both at once could deadlock.
    for (const [, own] of Map.groupBy(events, ({ claim }) => claim.webhook_id)) await this.#noteHealth(own, now);
  }

  /** Notes in the row of the webhook how its receiver does: at most every ten seconds while all goes well. */
  async #noteHealth(reports: Report[], now: string): Promise<void> {
    const { claim, target } = reports[0]!;
    const lastTaken = reports.findLastIndex(({ attempt }) => isTaken(attempt));
    const failures = reports.slice(lastTaken + 1);
    const refused = reports.some(({ attempt }) => !isTaken(attempt));
    const taken = lastTaken >= 0;
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
}
