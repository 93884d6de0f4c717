import { Injectable } from '@nestjs/common';
import { currentContext, EventListener, Maintenance } from '../../platform/index.js';
import { MAKERS } from './auto-pause.js';

/**
 * Runs the check of webhook creators as soon as users, roles or credentials change (D-WH-11). Changes without an event, such as
 * the expiry of a key, are found by the periodic task.
 */
@Injectable()
export class MakersListener extends EventListener {
  readonly name = 'webhook-makers';
  override readonly types = ['access.*'];
  override readonly concerns = `e.type not like '%.created'`;

  constructor(private readonly maintenance: Maintenance) {
    super();
  }

  async handle(): Promise<void> {
    currentContext().unitOfWork!.afterCommit(() => void this.maintenance.wake(MAKERS));
  }
}
