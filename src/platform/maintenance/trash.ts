import { Injectable } from '@nestjs/common';
import { Clock } from '../database/clock.js';
import { StoreRegistry } from '../resource/stores.module.js';
import { Maintenance } from './maintenance.js';
import { Removal } from './removal.js';

const TEN_MINUTES_MS = 600_000;

/** Purges records from the trash of every resource after their retention (D-OFF-3). */
@Injectable()
export class Trash {
  constructor(
    maintenance: Maintenance,
    private readonly stores: StoreRegistry,
    private readonly removal: Removal,
    private readonly clock: Clock,
  ) {
    maintenance.add({
      name: 'trash',
      description: 'Purges records from the trash after their retention period.',
      every: TEN_MINUTES_MS,
      run: () => this.purge(),
    });
  }

  /** Answers how many records were removed. */
  async purge(): Promise<number> {
    let removed = 0;
    for (const store of this.stores.all) {
      if (store.resource.trash) removed += await this.removal.where(store, 'purge_at <= $1', [this.clock.iso()]);
    }
    return removed;
  }
}
