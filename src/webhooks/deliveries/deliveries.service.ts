import { Injectable } from '@nestjs/common';
import {
  AuditTrail,
  Clock,
  currentContext,
  failure,
  InjectStore,
  newId,
  type Page,
  type ResourceStore,
} from '../../platform/index.js';
import { Delivery } from './delivery.entity.js';
import { DeliveryItem, type DeliveryQuery, type DeliveryView, type TestView } from './delivery.dto.js';
import { deliveries, TEST_EVENT } from './delivery.resource.js';
import { DeliveryRepository } from './delivery.repository.js';
import { mustRead } from '../webhooks/subscriptions.js';
import type { Webhook } from '../webhooks/webhook.entity.js';
import { webhooks } from '../webhooks/webhook.resource.js';

/** Lists, redelivers and tests deliveries of a webhook. */
@Injectable()
export class DeliveriesService {
  constructor(
    @InjectStore(Delivery) private readonly store: ResourceStore<any>,
    private readonly repository: DeliveryRepository,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(webhook: Webhook, query: DeliveryQuery): Promise<Page<DeliveryItem>> {
    return this.store.page(query, DeliveryItem, { webhook_id: webhook.id });
  }

  /** A delivery with its attempts. */
  async show(delivery: Delivery): Promise<DeliveryView> {
    return { ...delivery, attempts: await this.repository.attemptsOf(delivery) };
  }

  /** Redelivers an event. For a paused webhook only tests are allowed. */
  async redeliver(webhook: Webhook, delivery: Delivery): Promise<DeliveryView> {
    const test = delivery.event_type === TEST_EVENT;
    if (!test) mustRead([delivery.event_type]);
    if (!test && webhook.status === 'paused') throw failure(deliveries, 'paused');
    if (!(await this.repository.scheduleManualAttempt(webhook, delivery))) throw failure(deliveries, 'purged');
    await this.trail.note({
      action: 'webhooks.delivery.redelivered',
      resource_type: deliveries.type,
      resource_id: delivery.id,
      outcome: 'success',
      changes: null,
    });
    return this.show(await this.store.get(delivery.id));
  }

  /** Sends a test event, also to a paused webhook: a test shows whether it can be resumed. */
  async sendTest(webhook: Webhook): Promise<TestView> {
    const { workspaceId, actor } = currentContext();
    const delivery = await this.repository.addTest(webhook, {
      workspace_id: workspaceId,
      id: newId('evt'),
      type: TEST_EVENT,
      timestamp: this.clock.iso(),
      actor_type: actor.type,
      actor_id: actor.id,
      client_id: actor.via?.id ?? null,
      client_name: actor.via?.name ?? null,
      payload: { webhook_id: webhook.id },
      private_to: '',
      // A test is not in the event log, whose sequences begin with 1.
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
    return { delivery_id: delivery };
  }
}
