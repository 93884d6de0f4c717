import { Injectable } from '@nestjs/common';
import { UsersPort } from '../../access/index.js';
import { asSystem, Database, InjectStore, Mail, Maintenance, type ResourceStore } from '../../platform/index.js';
import { Webhook } from './webhook.entity.js';
import { pausedMail } from './webhook.mail.js';
import { FAILING } from './webhook.resource.js';

type Key = Pick<Webhook, 'workspace_id' | 'id'>;

/** Pauses webhooks whose receiver is gone or has failed for days, and tells their creators by mail. */
@Injectable()
export class AutoPause {
  constructor(
    @InjectStore(Webhook) private readonly store: ResourceStore<Webhook>,
    private readonly database: Database,
    private readonly users: UsersPort,
    private readonly mail: Mail,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'webhooks.failing',
      description: 'Pauses webhooks to which every delivery has failed for days.',
      every: 60_000,
      run: () => this.pauseFailing(),
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

  #pause({ workspace_id, id }: Key, reason: 'gone' | 'failing'): Promise<void> {
    return asSystem(workspace_id, () =>
      this.database.transaction(async () => {
        const webhook = await this.store.find(id, { lock: true });
        if (webhook?.status !== 'active' || (reason === 'failing' && !isFailing(webhook))) return;
        await this.store.transition(webhook, 'paused', { paused_reason: reason }, { as: 'paused' });
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
