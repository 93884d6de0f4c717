import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, notFrozen } from '../../platform/index.js';
import type { Receiver } from './lanes.js';
import type { Webhook } from './webhook.entity.js';
import { FAILING } from './webhook.resource.js';

export type WebhookKey = Pick<Webhook, 'workspace_id' | 'id'>;

/** The columns that decide which events a webhook receives. */
export type Subscriber = Receiver &
  Pick<Webhook, 'events' | 'where' | 'sees_private' | 'created_at' | 'created_by' | 'made_through'>;

/** Condition on an event `e`: some webhook is active now, or was paused after the event. */
export const MAY_HAVE_SUBSCRIBERS = `exists (select from webhooks w where w.workspace_id = e.workspace_id and (w.status = 'active' or exists (
       select from webhook_pauses p where p.workspace_id = w.workspace_id and p.webhook_id = w.id and p.began_at > e.timestamp)))`;

/** The API key or grant is valid at `$1`. A rotated key is replaced by its successor. */
const CREDENTIAL_IS_VALID = `(made_through is null
  or exists (
    select from sessions s
     where s.workspace_id = w.workspace_id and s.id = w.made_through and s.revoked_at is null and s.expires_at > $1)
  or exists (
    with recursive rotated (id) as (
      select w.made_through
      union
      select k.id from rotated join api_keys k on k.workspace_id = w.workspace_id and k.rotated_from = rotated.id)
    select from rotated join api_keys k on k.workspace_id = w.workspace_id and k.id = rotated.id
     where k.revoked_at is null and (k.expires_at is null or k.expires_at > $1)))`;

/** The creator is active and has read access to all apps of the events. */
const CREATOR_IS_ALLOWED = `exists (
  select from users u
   where u.workspace_id = w.workspace_id and u.id = w.created_by and u.status = 'active'
     and not exists (
       select from unnest(w.apps) app
        where not exists (
          select from (
            select unnest(u.roles)
            union all
            select unnest(g.roles)
              from group_members m join groups g on g.workspace_id = m.workspace_id and g.id = m.group_id
             where m.workspace_id = u.workspace_id and m.user_id = u.id) r (role)
          where r.role = 'workspace:owner' or r.role like app || ':%')))`;

/**
 * Queries of workers across workspaces. Raw SQL, because they join users, keys and sessions, which change without their
 * webhooks.
 */
@Injectable()
export class WebhookRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** All webhooks of the workspace. */
  subscribers(): Promise<Subscriber[]> {
    return this.database.read<Subscriber>(
      `select workspace_id, id, slow, lease, events, "where", sees_private, created_at, created_by, made_through
         from webhooks where workspace_id = $1`,
      [currentContext().workspaceId],
    );
  }

  /** Counts the webhooks of the workspace under a lock, so that concurrent creations cannot exceed the limit. */
  async countWithLock(): Promise<number> {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [workspaceId]);
    const [row] = await this.database.read('select count(*)::int as n from webhooks where workspace_id = $1', [
      workspaceId,
    ]);
    return row!.n;
  }

  /** Active webhooks whose deliveries have all failed for days, in all workspaces. */
  async failing(): Promise<WebhookKey[]> {
    const { rows } = await this.database.execute<WebhookKey>(
      `select workspace_id, id from webhooks
       where status = 'active' and failing_since is not null and consecutive_failures >= ${FAILING.attempts}
         and last_failure_at >= failing_since + interval '${FAILING.hours} hours'
         and ${notFrozen()}`,
    );
    return rows;
  }

  /** Active webhooks whose creator or credential has lost the permission, in all workspaces. */
  async withoutMaker(): Promise<WebhookKey[]> {
    const { rows } = await this.database.execute<WebhookKey>(
      `select workspace_id, id from webhooks w where status = 'active' and ${notFrozen()}
         and not (${CREATOR_IS_ALLOWED} and ${CREDENTIAL_IS_VALID})`,
      [this.clock.iso()],
    );
    return rows;
  }
}
