import { Injectable } from '@nestjs/common';
import { UsersPort } from '../../access/index.js';
import { asSystem, Clock, Database, InjectStore, Mail, Maintenance, type ResourceStore } from '../../platform/index.js';
import { PauseRepository } from './pause.repository.js';
import { Webhook } from './webhook.entity.js';
import { pausedMail } from './webhook.mail.js';
import { FAILING } from './webhook.resource.js';

type Key = Pick<Webhook, 'workspace_id' | 'id'>;

/** Webhooks whose key or grant has not ended at `$1`. A key that replaces another one by rotation stands for it. */
const HAS_BASIS = `(made_through is null
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

/** Webhooks whose maker is active and may read all apps of their events. */
const HAS_MAKER = `exists (
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
 * Pauses webhooks whose receiver is gone or has failed for days, and tells their creators by mail. Also pauses those whose maker
 * lost the right that made them (D-WH-11).
 */
@Injectable()
export class AutoPause {
  constructor(
    @InjectStore(Webhook) private readonly store: ResourceStore<Webhook>,
    private readonly database: Database,
    private readonly pauses: PauseRepository,
    private readonly clock: Clock,
    private readonly users: UsersPort,
    private readonly mail: Mail,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'webhooks.failing',
      description: 'Pauses webhooks whose deliveries have all failed for days.',
      every: 60_000,
      run: () => this.pauseFailing(),
    });
    maintenance.add({
      name: 'webhooks.makers',
      description:
        'Pauses webhooks whose creator is deleted, suspended or may no longer read the events, or whose key or grant has ended.',
      every: 10_000,
      run: () => this.pauseWithoutMaker(),
    });
  }

  /** Pauses a webhook whose receiver said that it is gone for good. */
  pauseGone(key: Key): Promise<void> {
    return this.#pause(key, 'gone');
  }

  /** Pauses the webhooks whose every delivery has failed for days. */
  async pauseFailing(): Promise<void> {
    const { rows } = await this.database.execute<Key>(
      `select workspace_id, id from webhooks
       where status = 'active' and failing_since is not null and consecutive_failures >= ${FAILING.attempts}
         and last_failure_at >= failing_since + interval '${FAILING.hours} hours'`,
    );
    for (const key of rows) await this.#pause(key, 'failing');
  }

  /** Pauses the webhooks whose maker could not make them any more. */
  async pauseWithoutMaker(): Promise<void> {
    const { rows } = await this.database.execute<Key>(
      `select workspace_id, id from webhooks w where status = 'active' and not (${HAS_MAKER} and ${HAS_BASIS})`,
      [this.clock.iso()],
    );
    for (const key of rows) await this.#pause(key, 'maker');
  }

  #pause({ workspace_id, id }: Key, reason: 'gone' | 'failing' | 'maker'): Promise<void> {
    return asSystem(workspace_id, () =>
      this.database.transaction(async () => {
        const webhook = await this.store.find(id, { lock: true });
        if (webhook?.status !== 'active' || (reason === 'failing' && !isFailing(webhook))) return;
        const paused = await this.store.transition(webhook, 'paused', { paused_reason: reason }, { as: 'paused' });
        await this.pauses.begin(paused);
        if (reason === 'maker') return;
        const creator = await this.users.find(webhook.created_by);
        if (creator?.status === 'active') await this.mail.send({ to: creator.email, ...pausedMail(webhook, reason) });
      }),
    );
  }
}

/** Whether every attempt of the last days has failed. The first and the last failure count, not what time it is now. */
const isFailing = ({ consecutive_failures, failing_since, last_failure_at }: Webhook): boolean =>
  consecutive_failures >= FAILING.attempts &&
  Date.parse(last_failure_at!) - Date.parse(failing_since!) >= FAILING.hours * 3_600_000;
