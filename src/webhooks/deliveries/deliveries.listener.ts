import { Injectable } from '@nestjs/common';
import { EventListener, type StoredEvent } from '../../platform/index.js';
import { DeliveryRepository } from './delivery.repository.js';
import { EventConditions } from '../webhooks/event-conditions.js';
import { PauseRepository, wasPaused } from '../webhooks/pause.repository.js';
import { isFor } from '../webhooks/subscriptions.js';
import { MAY_HAVE_SUBSCRIBERS, WebhookRepository } from '../webhooks/webhook.repository.js';

/** Fan-out: one delivery per event and subscribed webhook that existed and was active at the time of the event (D-WH-2). */
@Injectable()
export class DeliveriesListener extends EventListener {
  readonly name = 'webhooks';
  override readonly concerns = MAY_HAVE_SUBSCRIBERS;

  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly conditions: EventConditions,
    private readonly deliveries: DeliveryRepository,
    private readonly pauses: PauseRepository,
  ) {
    super();
  }

  async handle(events: StoredEvent[]): Promise<void> {
    const webhooks = await this.webhooks.subscribers();
    const [first = ''] = events.map(({ timestamp }) => timestamp).toSorted();
    const pauses = await this.pauses.since(first);
    const deliveries = webhooks.flatMap((webhook) =>
      events
        .filter(({ timestamp }) => webhook.created_at <= timestamp && !wasPaused(pauses, webhook.id, timestamp))
        .filter((event) => isFor(event, webhook))
        .map((event) => ({ webhook, event })),
    );
    await this.deliveries.add(await this.conditions.matching(deliveries));
  }
}
