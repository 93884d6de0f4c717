import { Injectable } from '@nestjs/common';
import { currentContext, Database, EventListener, type StoredEvent } from '../../platform/index.js';
import { DeliveryRepository } from './delivery.repository.js';
import type { Receiver } from '../webhooks/lanes.js';
import { PauseRepository, wasPaused } from '../webhooks/pause.repository.js';
import { isFor } from '../webhooks/subscriptions.js';
import type { Webhook } from '../webhooks/webhook.entity.js';

type Subscriber = Receiver & Pick<Webhook, 'events' | 'sees_private' | 'created_at'>;

/** Makes a delivery for each event and each webhook that it is for, and that was there and active when it happened (D-WH-2). */
@Injectable()
export class DeliveriesListener extends EventListener {
  readonly name = 'webhooks';
  override readonly concerns = `exists (select from webhooks w where w.workspace_id = e.workspace_id and (w.status = 'active' or exists (
       select from webhook_pauses p where p.workspace_id = w.workspace_id and p.webhook_id = w.id and p.began_at > e.timestamp)))`;

  constructor(
    private readonly database: Database,
    private readonly deliveries: DeliveryRepository,
    private readonly pauses: PauseRepository,
  ) {
    super();
  }

  async handle(events: StoredEvent[]): Promise<void> {
    const { workspaceId } = currentContext();
    const webhooks = await this.database.read<Subscriber>(
      'select workspace_id, id, slow, lease, events, sees_private, created_at from webhooks where workspace_id = $1',
      [workspaceId],
    );
    const [first = ''] = events.map(({ timestamp }) => timestamp).toSorted();
    const pauses = await this.pauses.since(first);
    const deliveries = webhooks.flatMap((webhook) =>
      events
        .filter(({ timestamp }) => webhook.created_at <= timestamp && !wasPaused(pauses, webhook.id, timestamp))
        .filter((event) => isFor(event, webhook))
        .map((event) => ({ webhook, event })),
    );
    await this.deliveries.add(deliveries);
  }
}
