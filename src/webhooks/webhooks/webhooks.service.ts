import { Injectable } from '@nestjs/common';
import { UsersPort } from '../../access/index.js';
import { adminApps, appsOf } from '../../events/index.js';
import { AuditTrail } from '../../platform/audit/audit-trail.js';
import { Settings } from '../../platform/config/settings.js';
import { currentContext } from '../../platform/context/request-context.js';
import { Clock } from '../../platform/database/clock.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/fields/ids.js';
import { invalidField } from '../../platform/errors/api-error.js';
import { AddressPolicy, checkUrl, ForbiddenAddressError } from '../../platform/outgoing/addresses.js';
import { Mail } from '../../platform/mail/mail.js';
import { failure } from '../../platform/resource/define.js';
import type { Page } from '../../platform/resource/page.js';
import type { ResourceStore } from '../../platform/resource/store.js';
import { InjectStore } from '../../platform/resource/stores.module.js';
import { Secrets } from '../../platform/security/secrets.js';
import { DeliveryLog } from '../deliveries/delivery-log.js';
import { isFailing } from './failing.js';
import { Lanes } from '../deliveries/lanes.js';
import { newSecret } from '../sending/signatures.js';
import { mustRead } from './subscriptions.js';
import {
  type CreateWebhook,
  type RotateSecret,
  type TestView,
  type UpdateWebhook,
  type WebhookQuery,
  WebhookView,
} from './webhook.dto.js';
import { Webhook } from './webhook.entity.js';
import { pausedMail } from './webhook.mail.js';
import { TEST_EVENT, webhooks } from './webhook.resource.js';

const MAX_WEBHOOKS = 50;

@Injectable()
export class WebhooksService {
  constructor(
    @InjectStore(Webhook) private readonly store: ResourceStore<Webhook>,
    private readonly database: Database,
    private readonly deliveries: DeliveryLog,
    private readonly lanes: Lanes,
    private readonly addresses: AddressPolicy,
    private readonly secrets: Secrets,
    private readonly users: UsersPort,
    private readonly mail: Mail,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  list(query: WebhookQuery): Promise<Page<WebhookView>> {
    return this.store.page(query, WebhookView);
  }

  async create({ url, events, description, secret = newSecret() }: CreateWebhook) {
    const reach = this.#reachOf(events);
    await this.#checkUrl(url);
    await this.#checkRoom();
    const webhook = await this.store.create({
      url,
      events,
      ...reach,
      description,
      secret: this.secrets.encrypt(secret),
      previous_secret: null,
      previous_secret_expires_at: null,
      status: 'active',
      paused_reason: null,
      created_by: currentContext().credential!.user_id,
      last_success_at: null,
      last_failure_at: null,
      consecutive_failures: 0,
      failing_since: null,
      slow: false,
      turn: null,
    });
    return { ...webhook, secret };
  }

  async update(webhook: Webhook, { status = webhook.status, events, ...input }: UpdateWebhook): Promise<Webhook> {
    const reach = events && this.#reachOf(events, webhook.sees_private);
    if (input.url !== undefined) await this.#checkUrl(input.url);
    const changes = { ...input, events, ...reach };
    if (status === webhook.status) return this.store.update(webhook, changes);
    if (status === 'paused') return this.store.transition(webhook, 'paused', { ...changes, paused_reason: 'manual' });
    return this.#resume(webhook, changes);
  }

  /** The old secret goes on signing beside the new one for a while; one that was still doing so before ends. */
  async rotateSecret(webhook: Webhook, { grace_period_seconds: grace }: RotateSecret) {
    const secret = newSecret();
    const rotated = await this.store.update(
      webhook,
      {
        secret: this.secrets.encrypt(secret),
        previous_secret: grace ? webhook.secret : null,
        previous_secret_expires_at: grace ? this.clock.iso(grace) : null,
      },
      { as: 'secret_rotated' },
    );
    return { ...rotated, secret };
  }

  /** Sends a test, also to a webhook that is paused: to see whether it works is a reason to resume it. */
  async test(webhook: Webhook): Promise<TestView> {
    const { workspaceId, actor, unitOfWork } = currentContext();
    await unitOfWork!.open();
    const delivery = await this.deliveries.addTest(webhook, {
      workspace_id: workspaceId,
      id: newId('evt'),
      type: TEST_EVENT,
      timestamp: this.clock.iso(),
      actor_type: actor.type,
      actor_id: actor.id,
      payload: { webhook_id: webhook.id },
      private_to: '',
      // It has no place in the log, whose numbers begin with 1.
      sequence: 0,
      position: 0,
    });
    await this.trail.note({
      action: 'webhooks.webhook.tested',
      resource_type: webhooks.type,
      resource_id: webhook.id,
      outcome: 'success',
      changes: null,
    });
    unitOfWork!.afterCommit(() => void this.lanes.wake(webhook));
    return { delivery_id: delivery };
  }

  /** Nothing more is sent: deliveries go only to webhooks that exist. */
  async remove(webhook: Webhook): Promise<void> {
    await this.store.remove(webhook);
    await this.deliveries.cancel(webhook);
  }

  /** Pauses a webhook whose receiver said that it is gone for good. Part of the running unit of work. */
  async pauseGone(id: string): Promise<void> {
    const webhook = await this.store.find(id, { lock: true });
    if (webhook?.status !== 'active') return;
    await this.#pause(webhook, 'gone');
  }

  /** Pauses a webhook whose every delivery has failed for days, if that is still so. Part of the running unit of work. */
  async pauseFailing(id: string): Promise<void> {
    const webhook = await this.store.find(id, { lock: true });
    if (webhook?.status === 'active' && isFailing(webhook)) await this.#pause(webhook, 'failing');
  }

  /** Whoever made it learns of it. */
  async #pause(webhook: Webhook, reason: 'gone' | 'failing'): Promise<void> {
    await this.store.transition(webhook, 'paused', { paused_reason: reason }, { as: 'paused' });
    const creator = await this.users.find(webhook.created_by);
    if (creator?.status === 'active') await this.mail.send({ to: creator.email, ...pausedMail(webhook, reason) });
  }

  /** Deliveries that were waiting when it was paused go on, unless their time is over. */
  async #resume(webhook: Webhook, changes: Partial<Webhook>): Promise<Webhook> {
    const fresh = { paused_reason: null, consecutive_failures: 0, failing_since: null };
    const resumed = await this.store.transition(webhook, 'active', { ...changes, ...fresh });
    await this.deliveries.expire(webhook);
    currentContext().unitOfWork!.afterCommit(() => void this.lanes.wake(resumed));
    return resumed;
  }

  /** What a webhook for these events is told, all of which the caller must be able to read (H12). */
  #reachOf(events: string[], saw: string[] = []): Pick<Webhook, 'apps' | 'sees_private'> {
    mustRead(events);
    const apps = appsOf(events);
    const all = adminApps(currentContext().credential!);
    return { apps, sees_private: [...new Set([...saw, ...apps.filter((app) => all.includes(app))])] };
  }

  async #checkUrl(text: string): Promise<void> {
    const checked = checkUrl(text, { httpsOnly: this.settings.APP_ENV === 'production' });
    if (!checked.ok) throw invalidField('url', 'invalid_format', `url ${checked.reason}.`);
    try {
      await this.addresses.assertReachableAtCreate(checked.url);
    } catch (error) {
      if (!(error instanceof ForbiddenAddressError)) throw error;
      throw invalidField('url', 'invalid_value', 'url must lead to a public address.');
    }
  }

  /** Holds requests of a workspace that create webhooks apart, so that together they cannot exceed the limit. */
  async #checkRoom(): Promise<void> {
    const { workspaceId, unitOfWork } = currentContext();
    await unitOfWork!.open();
    await this.database.query(`select pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [workspaceId]);
    const [row] = await this.database.query('select count(*)::int as n from webhooks where workspace_id = $1', [
      workspaceId,
    ]);
    if (row!.n >= MAX_WEBHOOKS) throw failure(webhooks, 'tooMany');
  }
}
