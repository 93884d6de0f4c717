import { Injectable } from '@nestjs/common';
import { UsersPort } from '../../access/index.js';
import {
  asSystem,
  Database,
  InjectStore,
  Mail,
  Maintenance,
  Notices,
  type ResourceStore,
  WorkspaceCalendar,
} from '../../platform/index.js';
import { PauseRepository } from './pause.repository.js';
import { Webhook } from './webhook.entity.js';
import { pausedMail } from './webhook.mail.js';
import { type WebhookKey, WebhookRepository } from './webhook.repository.js';
import { FAILING, webhooks } from './webhook.resource.js';

/** Maintenance task that pauses webhooks whose creator lost the permission. */
export const MAKERS = 'webhooks.makers';

/**
 * Pauses webhooks whose receiver is gone or has failed for days, and mails their creators. Also pauses webhooks whose creator
 * lost the permission to read their events (D-WH-11).
 */
@Injectable()
export class AutoPause {
  constructor(
    @InjectStore(Webhook) private readonly store: ResourceStore<Webhook>,
    private readonly database: Database,
    private readonly repository: WebhookRepository,
    private readonly pauses: PauseRepository,
    private readonly users: UsersPort,
    private readonly mail: Mail,
    private readonly calendar: WorkspaceCalendar,
    private readonly notices: Notices,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'webhooks.failing',
      description: 'Pauses webhooks whose deliveries have all failed for days.',
      every: 60_000,
      run: () => this.pauseFailing(),
    });
    maintenance.add({
      name: MAKERS,
      description:
        'Pauses webhooks whose creator is deleted, suspended or may no longer read the events, or whose key or grant has ended.',
      every: 10_000,
      run: () => this.pauseWithoutMaker(),
    });
  }

  /** Pauses a webhook whose receiver answered 410 Gone. */
  pauseGone(key: WebhookKey): Promise<void> {
    return this.#pause(key, 'gone');
  }

  /** Pauses the webhooks whose every delivery has failed for days. */
  async pauseFailing(): Promise<void> {
    for (const key of await this.repository.failing()) await this.#pause(key, 'failing');
  }

  /** Pauses webhooks whose creator lost the permission, or whose credential has ended. */
  async pauseWithoutMaker(): Promise<void> {
    for (const key of await this.repository.withoutMaker()) await this.#pause(key, 'maker');
  }

  #pause({ workspace_id, id }: WebhookKey, reason: 'gone' | 'failing' | 'maker'): Promise<void> {
    return asSystem(workspace_id, () =>
      this.database.transaction(async () => {
        const webhook = await this.store.find(id, { lock: true });
        if (webhook?.status !== 'active' || (reason === 'failing' && !isFailing(webhook))) return;
        const paused = await this.store.transition(webhook, 'paused', { paused_reason: reason }, { as: 'paused' });
        await this.pauses.begin(paused);
        if (reason === 'maker') return;
        await this.notices.tell({
          kind: 'webhook',
          users: [webhook.created_by],
          record: { type: webhooks.type, id },
          source: `${id}:${paused.revision}`,
        });
        const creator = await this.users.find(webhook.created_by);
        if (creator?.status !== 'active') return;
        const { zone } = await this.calendar.here();
        const reader = { to: creator.email, language: await this.mail.languageFor(creator.language), zone };
        await this.mail.send(pausedMail(reader, webhook, reason));
      }),
    );
  }
}

/** Measured from the first to the last failure, not to now: a webhook without events is not failing. */
const isFailing = ({ consecutive_failures, failing_since, last_failure_at }: Webhook): boolean =>
  consecutive_failures >= FAILING.attempts &&
  Date.parse(last_failure_at!) - Date.parse(failing_since!) >= FAILING.hours * 3_600_000;
