import { Injectable } from '@nestjs/common';
import { Clock, Maintenance } from '../../platform/index.js';
import { ItemRepository } from './item.repository.js';

/** Days for which an item is kept after its newest event. */
const RETENTION_DAYS = 90;
const HOUR_MS = 3_600_000;

@Injectable()
export class ItemRetention {
  constructor(maintenance: Maintenance, repository: ItemRepository, clock: Clock) {
    maintenance.add({
      name: 'inbox.old-items',
      description: 'Removes items of inboxes after 90 days.',
      every: HOUR_MS,
      run: () => repository.removeOld(clock.iso(-RETENTION_DAYS * 86_400)),
    });
  }
}
