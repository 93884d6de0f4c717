import { Injectable } from '@nestjs/common';
import type { ResourceStore } from '../../platform/resource/store.js';
import { InjectStore } from '../../platform/resource/stores.module.js';
import { User } from './user.entity.js';

/** What other apps may ask about users. */
@Injectable()
export class UsersPort {
  constructor(@InjectStore(User) private readonly store: ResourceStore<User>) {}

  /** Whether the workspace has a user with this id. */
  async exists(id: string): Promise<boolean> {
    return (await this.find(id)) !== null;
  }

  /** Who the user is and how to reach him, or null. */
  find(id: string): Promise<Pick<User, 'email' | 'display_name' | 'status'> | null> {
    return this.store.find(id);
  }
}
