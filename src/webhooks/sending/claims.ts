import { Injectable } from '@nestjs/common';
import { Clock, Database, type Row, type StoredEvent } from '../../platform/index.js';
import type { DrainJob, Receiver } from '../deliveries/lanes.js';

/** How long a lease lasts unless it is renewed: how long a webhook waits after its worker died, at most. */
const LEASE_SECONDS = 15;
/** A lease that ends sooner is renewed; until then a look at what is due writes nothing. */
const RENEW_SECONDS = 10;

/** Webhooks with something due at `$1` that no worker has the lease of. */
export const DUE = `
  select workspace_id, id, slow, lease from webhooks w
  where (leased_until is null or leased_until < $1) and (
    status = 'active' and exists (
      select 1 from webhook_deliveries d
      where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.next_attempt_at <= $1)
    or exists (
      select 1 from webhook_deliveries d
      where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.next_attempt_at <= $1
        and d.test_event is not null))`;

/** A webhook that this worker has the lease of, with what it takes to send to it. */
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

/**
 * Which worker sends which deliveries: it takes the lease of a webhook and claims what is due there. The lease stands in
 * the row of the webhook, with its end, so the bounds of a drain apply over all workers.
 */
@Injectable()
export class Claims {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes or renews the lease of a webhook and answers up to `limit` due deliveries beside those that are `claimed`
   * already. Null when another worker has the lease or the webhook is gone. Of a paused webhook only tests are due.
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
         where workspace_id = $1 and id = $2 and (lease = $3 or leased_until is null or leased_until < $4)
           and (lease is distinct from $3 or leased_until is null or leased_until < $8)
         returning *
       ),
       mine as (
         select status = 'active' as active, url, events, secret, previous_secret, previous_secret_expires_at,
           consecutive_failures, last_success_at, created_by
         from (
           select * from taken
           union all
           select * from webhooks where workspace_id = $1 and id = $2 and lease = $3 and leased_until >= $8
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

  /**
   * Ends a lease. Nobody takes the next one before `until` (ISO 8601), if that is given. `slow`: in which lane the webhook
   * waits from now on.
   */
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

  /** When the next delivery of a webhook may go out and is due (ISO 8601), or null. */
  async nextDue({ workspace_id, webhook_id }: DrainJob): Promise<string | null> {
    const [row] = await this.database.read<{ due: string | null }>(
      `select min(next_attempt_at) as due from webhook_deliveries d
       where workspace_id = $1 and webhook_id = $2 and next_attempt_at is not null and (d.test_event is not null or exists (
         select 1 from webhooks where workspace_id = $1 and id = $2 and status = 'active'))`,
      [workspace_id, webhook_id],
    );
    return row!.due;
  }

  /** Webhooks with something due that no worker has the lease of. */
  due(): Promise<Receiver[]> {
    return this.database.read<Receiver>(DUE, [this.clock.iso()]);
  }
}

function claimOf({ test_event, ...row }: Row, workspaceId: string): Claim {
  const event = test_event ?? (row.id === null ? null : row);
  return { ...row, workspace_id: workspaceId, test: test_event !== null, event } as unknown as Claim;
}
