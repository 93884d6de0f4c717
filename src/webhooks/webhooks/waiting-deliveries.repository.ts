import { Injectable } from '@nestjs/common';
import { Clock, Database, Maintenance, notFrozen } from '../../platform/index.js';
import { Lanes, type Receiver } from './lanes.js';
import type { Webhook } from './webhook.entity.js';

/** Deliveries are given up this long after their first attempt. */
const WINDOW_SECONDS = 86_400;
const EXPIRED = 'd.next_attempt_at is not null and not d.manual and coalesce(d.first_attempt_at, d.created_at) < $2';

/** Webhooks that fail, were paused automatically, or have due deliveries. */
export const OUTSTANDING = `
  select w.workspace_id, w.id, null as about,
    case when w.status = 'paused' or w.consecutive_failures > 0 then 'failing' else 'waiting' end as status,
    case when w.paused_reason = 'gone' then 'The receiver answered 410 Gone.'
      when w.paused_reason = 'maker' then 'The creator lost the permission for it.'
      when w.paused_reason = 'failing' then 'Every attempt has failed for days.'
      when w.consecutive_failures > 0 then 'Failed attempts in a row: ' || w.consecutive_failures || '.'
    end as reason,
    w.consecutive_failures as attempts, w.created_at,
    case when w.status = 'active' then waiting.next_attempt_at end as next_attempt_at
  from webhooks w left join lateral (
    select min(d.next_attempt_at) as next_attempt_at from webhook_deliveries d
    where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.next_attempt_at is not null) waiting on true
  where w.paused_reason <> 'manual' or w.status = 'active' and (w.consecutive_failures > 0 or waiting.next_attempt_at <= $1)`;

/** Updates the pending deliveries of a webhook when its status changes. */
@Injectable()
export class WaitingDeliveries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly lanes: Lanes,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'webhooks.expired',
      description: 'Fails deliveries that waited too long for a paused webhook.',
      every: 60_000,
      run: () => this.expirePaused(),
    });
  }

  /** Resumes the deliveries that waited during a pause, and fails the expired ones. */
  async resume(webhook: Receiver): Promise<void> {
    await this.database.write(
      `update webhook_deliveries d set status = 'failed', next_attempt_at = null, completed_at = $1
       where d.workspace_id = $3 and d.webhook_id = $4 and ${EXPIRED}`,
      [this.clock.iso(), this.clock.iso(-WINDOW_SECONDS), webhook.workspace_id, webhook.id],
    );
    this.lanes.wakeAfterCommit(webhook);
  }

  /** Makes all pending deliveries of an active webhook due now. */
  async makeDueNow(webhook: Receiver): Promise<void> {
    await this.database.write(
      `update webhook_deliveries set next_attempt_at = $1
       where workspace_id = $2 and webhook_id = $3 and status = 'pending' and next_attempt_at > $1`,
      [this.clock.iso(), webhook.workspace_id, webhook.id],
    );
    this.lanes.wakeAfterCommit(webhook);
  }

  /** Fails expired deliveries of paused webhooks. */
  async expirePaused(): Promise<void> {
    await this.database.execute(
      `update webhook_deliveries d set status = 'failed', next_attempt_at = null, completed_at = $1
       from webhooks w
       where w.status = 'paused' and ${notFrozen('w.workspace_id')} and d.workspace_id = w.workspace_id and d.webhook_id = w.id and ${EXPIRED}`,
      [this.clock.iso(), this.clock.iso(-WINDOW_SECONDS)],
    );
  }

  /** Deletes deliveries with a pending attempt. */
  async cancel({ workspace_id, id }: Webhook): Promise<void> {
    await this.database.write(
      'delete from webhook_deliveries where workspace_id = $1 and webhook_id = $2 and next_attempt_at is not null',
      [workspace_id, id],
    );
  }
}
