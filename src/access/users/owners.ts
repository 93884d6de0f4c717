import { Injectable } from '@nestjs/common';
import { failure } from '../../platform/index.js';
import { UserRepository } from './user.repository.js';
import { users } from './user.resource.js';

/** Sees to it that a workspace keeps an active owner, whether by a role of their own or of a group (D-ACC-1). */
@Injectable()
export class Owners {
  constructor(private readonly repository: UserRepository) {}

  /**
   * Makes a change that could take the last owner away, and refuses it (409) if it did. Such changes of a workspace
   * happen one after the other, so that two of them together cannot do what neither may. Needs a unit of work; rows that
   * the change is about are to be locked before.
   */
  async keep<T>(change: () => Promise<T>): Promise<T> {
    await this.repository.lockOwners();
    const before = await this.repository.hasOwner();
    const result = await change();
    if (before && !(await this.repository.hasOwner())) throw failure(users, 'lastOwner');
    return result;
  }

  /** The id of the active owner who has been there longest, or null. */
  first(): Promise<string | null> {
    return this.repository.firstOwner();
  }
}
