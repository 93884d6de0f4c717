import { Injectable } from '@nestjs/common';
import { currentContext, Database, EventListener, type StoredEvent } from '../../platform/index.js';
import { DeliveryRepository } from './delivery.repository.js';
import type { Receiver } from '../webhooks/lanes.js';
import { isFor } from '../webhooks/subscriptions.js';
import type { Webhook } from '../webhooks/webhook.entity.js';

type Subscriber = Receiver & Pick<Webhook, 'events' | 'sees_private' | 'created_at'>;

/** Makes a delivery for each event and each active webhook that is for it, but of what happened before the webhook was made. */
@Injectable()
export class DeliveriesListener extends EventListener {
  readonly name = 'webhooks';
  override readonly concerns =
    "exists (select from webhooks w where w.workspace_id = e.workspace_id and w.status = 'active')";

  constructor(
    private readonly database: Database,
    private readonly deliveries: DeliveryRepository,
  ) {
    super();
  }

  async handle(events: StoredEvent[]): Promise<void> {
    const { workspaceId } = currentContext();
    const webhooks = await this.database.read<Subscriber>(
      `select workspace_id, id, slow, lease, events, sees_private, created_at
       from webhooks where workspace_id = $1 and status = 'active'`,
      [workspaceId],
    );
    const deliveries = webhooks.flatMap((webhook) =>
      events
        .filter((event) => webhook.created_at <= event.timestamp && isFor(event, webhook))
        .map((event) => ({ webhook, event })),
    );
    await this.deliveries.add(deliveries);
  }
}
