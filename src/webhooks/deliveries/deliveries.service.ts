import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../platform/audit/audit-trail.js';
import { currentContext } from '../../platform/context/request-context.js';
import { Database } from '../../platform/database/database.js';
import { invalidField, notFound } from '../../platform/errors/api-error.js';
import { failure } from '../../platform/resource/define.js';
import type { Page } from '../../platform/resource/page.js';
import type { ResourceStore } from '../../platform/resource/store.js';
import { InjectStore } from '../../platform/resource/stores.module.js';
import { Delivery } from './delivery.entity.js';
import { type AttemptView, DeliveryItem, type DeliveryQuery, type DeliveryView } from './delivery.dto.js';
import { deliveries } from './delivery.resource.js';
import { DeliveryLog } from './delivery-log.js';
import { Lanes } from './lanes.js';
import { mustRead, mustSeeAll } from '../webhooks/subscriptions.js';
import type { Webhook } from '../webhooks/webhook.entity.js';
import { TEST_EVENT, webhooks } from '../webhooks/webhook.resource.js';

/** Shows what became of the events that went to a webhook. */
@Injectable()
export class DeliveriesService {
  constructor(
    @InjectStore(Delivery) private readonly store: ResourceStore<any>,
    private readonly database: Database,
    private readonly log: DeliveryLog,
    private readonly lanes: Lanes,
    private readonly trail: AuditTrail,
  ) {}

  async list(webhook: Webhook, query: DeliveryQuery): Promise<Page<DeliveryItem>> {
    mustSeeAll(webhook);
    if (query.from && query.to && query.from >= query.to) {
      throw invalidField('from', 'out_of_range', 'from must be earlier than to.');
    }
    return this.store.page(query, DeliveryItem, { webhook_id: webhook.id });
  }

  /** With what the receiver answered, which may repeat what it was sent. */
  async get(webhook: Webhook, id: string): Promise<Delivery & DeliveryView> {
    mustSeeAll(webhook);
    const delivery: Delivery = await this.store.get(id);
    if (delivery.webhook_id !== webhook.id) throw notFound(`There is no delivery ${id}.`);
    const attempts = await this.database.query<AttemptView>(
      `select number, trigger, started_at, duration_ms, response_status, response_body, error
       from webhook_attempts where workspace_id = $1 and delivery_id = $2 and event_timestamp = $3 order by number`,
      [webhook.workspace_id, id, delivery.event_timestamp],
    );
    return { ...delivery, attempts };
  }

  /** A pause holds this back as it does everything else but tests. */
  async redeliver(webhook: Webhook, id: string): Promise<DeliveryView> {
    const delivery = await this.get(webhook, id);
    const test = delivery.event_type === TEST_EVENT;
    if (!test) mustRead([delivery.event_type]);
    if (!test && webhook.status === 'paused') throw failure(webhooks, 'paused');
    const { unitOfWork } = currentContext();
    await unitOfWork!.open();
    if (!(await this.log.askFor(delivery))) throw failure(webhooks, 'purged');
    await this.trail.note({
      action: 'webhooks.delivery.redelivered',
      resource_type: deliveries.type,
      resource_id: id,
      outcome: 'success',
      changes: null,
    });
    unitOfWork!.afterCommit(() => void this.lanes.wake(webhook));
    return this.get(webhook, id);
  }
}
