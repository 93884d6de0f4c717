import { Injectable } from '@nestjs/common';
import { adminApps, appsOf } from '../../events/index.js';
import {
  Backlogs,
  Clock,
  currentContext,
  failure,
  forbidden,
  InjectStore,
  ResourceService,
  type ResourceStore,
  Secrets,
} from '../../platform/index.js';
import { EventConditions } from './event-conditions.js';
import { newSecret } from './signatures.js';
import { PauseRepository } from './pause.repository.js';
import { mustRead } from './subscriptions.js';
import { type CreateWebhook, type RotateSecret, type UpdateWebhook } from './webhook.dto.js';
import { Webhook } from './webhook.entity.js';
import { OUTSTANDING, WaitingDeliveries } from './waiting-deliveries.repository.js';
import { WebhookRepository } from './webhook.repository.js';
import { webhooks } from './webhook.resource.js';
import { WebhookUrls } from './webhook-urls.js';

const MAX_WEBHOOKS = 50;

@Injectable()
export class WebhooksService extends ResourceService<Webhook> {
  constructor(
    @InjectStore(Webhook) store: ResourceStore<Webhook>,
    private readonly repository: WebhookRepository,
    private readonly waiting: WaitingDeliveries,
    private readonly pauses: PauseRepository,
    private readonly conditions: EventConditions,
    private readonly urls: WebhookUrls,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    backlogs: Backlogs,
  ) {
    super(store);
    backlogs.add({ kind: 'webhook', items: OUTSTANDING, retry: (id) => this.retry(id) });
    secrets.keptIn('webhooks', ['secret', 'previous_secret'], { lasting: true });
  }

  override async create({ url, events, where, description, secret = newSecret() }: CreateWebhook) {
    const reach = this.#reachOf(events);
    this.conditions.check(where, events);
    await this.urls.check(url);
    if ((await this.repository.countWithLock()) >= MAX_WEBHOOKS) throw failure(webhooks, 'tooMany');
    const webhook = await this.store.create({
      url,
      events,
      where,
      ...reach,
      description,
      secret: this.secrets.encrypt(secret),
      ...maker(),
    });
    return { ...webhook, secret };
  }

  override async update(
    webhook: Webhook,
    { status = webhook.status, events, ...input }: UpdateWebhook,
  ): Promise<Webhook> {
    const reach = events && this.#reachOf(events, webhook.sees_private);
    if (events || input.where) this.conditions.check(input.where ?? webhook.where, events ?? webhook.events);
    // A condition tells by its deliveries what the records have.
    if (input.where) mustRead(events ?? webhook.events);
    // A new URL gives access to the deliveries, so the caller must be allowed to read the events.
    if (input.url !== undefined && input.url !== webhook.url) mustRead(webhook.events);
    if (input.url !== undefined) await this.urls.check(input.url);
    const changes = { ...input, events, ...reach };
    if (status === webhook.status) return this.store.update(webhook, changes);
    return status === 'paused' ? this.#pause(webhook, changes) : this.#resume(webhook, changes);
  }

  /** During the grace period the old secret signs as well. A previous secret that was still in its grace period ends. */
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

  /** Makes pending deliveries due now, and resumes a webhook that was paused automatically. */
  async retry(id: string): Promise<void> {
    const webhook = await this.store.find(id, { lock: true });
    if (!webhook) return;
    if (webhook.paused_reason === 'maker') throw failure(webhooks, 'noMaker');
    const resumed = webhook.status === 'paused' ? await this.#resume(webhook, {}) : webhook;
    await this.waiting.makeDueNow(resumed);
  }

  /** Deleting the pending deliveries is enough: only existing webhooks receive new ones. */
  override async remove(webhook: Webhook): Promise<void> {
    await this.store.remove(webhook);
    await this.waiting.cancel(webhook);
  }

  async #pause(webhook: Webhook, changes: Partial<Webhook>): Promise<Webhook> {
    const paused = await this.store.transition(webhook, 'paused', { ...changes, paused_reason: 'manual' });
    await this.pauses.begin(paused);
    return paused;
  }

  async #resume(webhook: Webhook, changes: Partial<Webhook>): Promise<Webhook> {
    const fresh = { paused_reason: null, consecutive_failures: 0, failing_since: null, ...takeOverIfNeeded(webhook) };
    const resumed = await this.store.transition(webhook, 'active', { ...changes, ...fresh });
    await this.pauses.end(resumed);
    await this.waiting.resume(resumed);
    return resumed;
  }

  /** Apps whose events the webhook receives. The caller needs read access to all of them (H12). */
  #reachOf(events: string[], previous: string[] = []): Pick<Webhook, 'apps' | 'sees_private'> {
    mustRead(events);
    const apps = appsOf(events);
    const all = adminApps(currentContext().credential!);
    return { apps, sees_private: [...new Set([...previous, ...apps.filter((app) => all.includes(app))])] };
  }
}

/** The creator of a webhook, and the credential used. */
function maker(): Pick<Webhook, 'created_by' | 'made_through'> {
  const { user_id, basis } = currentContext().credential!;
  return { created_by: user_id, made_through: basis };
}

/**
 * A webhook that was paused because of its creator can be resumed by the same user with another credential, or taken over by an
 * admin of all its apps, who becomes the creator.
 */
function takeOverIfNeeded({ paused_reason, created_by, apps }: Webhook): Partial<Webhook> {
  const who = currentContext().credential!;
  if (paused_reason !== 'maker') return {};
  const administered = adminApps(who);
  if (who.user_id !== created_by && !apps.every((app) => administered.some((own) => own === app)))
    throw forbidden(
      'The creator of this webhook lost the permission for it. Only an admin of all its apps can take it over.',
    );
  return maker();
}
