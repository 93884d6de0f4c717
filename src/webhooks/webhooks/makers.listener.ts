import { Injectable } from '@nestjs/common';
import { currentContext, EventListener, Maintenance } from '../../platform/index.js';
import { MAKERS } from './auto-pause.js';

/**
 * Looks for webhooks whose maker lost the right to them as soon as something of access changed or ended (D-WH-11). What ends
 * without an event, such as a key that expires, is found by the task's own time.
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
