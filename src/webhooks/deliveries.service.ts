import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { invalidField, notFound } from '../platform/errors/api-error.js';
import type { Page } from '../platform/resource/page.js';
import type { ResourceStore } from '../platform/resource/store.js';
import { InjectStore } from '../platform/resource/stores.module.js';
import { Delivery } from './delivery.entity.js';
import { type AttemptView, DeliveryItem, type DeliveryQuery, type DeliveryView } from './delivery.dto.js';
import type { Webhook } from './webhook.entity.js';

/** Shows what became of the events that went to a webhook. */
@Injectable()
export class DeliveriesService {
  constructor(
    @InjectStore(Delivery) private readonly store: ResourceStore<any>,
    private readonly database: Database,
  ) {}

  async list(webhook: Webhook, query: DeliveryQuery): Promise<Page<DeliveryItem>> {
    if (query.from && query.to && query.from >= query.to) {
      throw invalidField('from', 'out_of_range', 'from must be earlier than to.');
    }
    return this.store.page(query, DeliveryItem, { webhook_id: webhook.id });
  }

  async get(webhook: Webhook, id: string): Promise<DeliveryView> {
    const delivery: Delivery = await this.store.get(id);
    if (delivery.webhook_id !== webhook.id) throw notFound(`There is no delivery ${id}.`);
    const attempts = await this.database.query<AttemptView>(
      `select number, trigger, started_at, duration_ms, response_status, response_body, error
       from webhook_attempts where workspace_id = $1 and delivery_id = $2 and event_timestamp = $3 order by number`,
      [webhook.workspace_id, id, delivery.event_timestamp],
    );
    return { ...delivery, attempts };
  }
}
