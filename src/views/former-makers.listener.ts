import { Injectable } from '@nestjs/common';
import { EventListener, InjectStore, type ResourceStore, type StoredEvent } from '../platform/index.js';
import { SavedView } from './view.entity.js';
import { ViewRepository } from './view.repository.js';

/** Removes the private views of deleted users. Shared ones stay, and admins of the app change them. */
@Injectable()
export class FormerMakersListener extends EventListener {
  readonly name = 'views-makers';
  override readonly types = ['access.user.deleted'];

  constructor(
    @InjectStore(SavedView) private readonly store: ResourceStore<SavedView>,
    private readonly repository: ViewRepository,
  ) {
    super();
  }

  async handle(events: StoredEvent[]): Promise<void> {
    const users = events.map(({ payload }) => payload.user_id as string);
    const left = await this.store.findAll(this.repository.leftBy(users), { lock: true, unseen: true });
    if (left.length) await this.store.removeMany(left);
  }
}
