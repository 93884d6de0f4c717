import { Injectable } from '@nestjs/common';
import { currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { newId } from '../fields/ids.js';
import { payloadText } from './catalogue.js';
import { OutboxSignal } from './outbox-signal.js';

/** Writes events that belong to no record change. `ResourceStore` writes those of record changes. */
@Injectable()
export class Outbox {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly signal: OutboxSignal,
  ) {}

  /** Adds an event to the current unit of work. `type` is a declared event. */
  async tell(type: string, payload: object): Promise<void> {
    const { workspaceId, actor, unitOfWork } = currentContext();
    await this.database.write(
      `insert into outbox (workspace_id, id, type, timestamp, actor_type, actor_id, client_id, client_name, payload,
         private_to)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '')`,
      [
        workspaceId,
        newId('evt'),
        type,
        this.clock.iso(),
        actor.type,
        actor.id,
        actor.via?.id,
        actor.via?.name,
        payloadText(type, payload),
      ],
    );
    unitOfWork!.afterCommit(() => this.signal.raise());
  }
}
