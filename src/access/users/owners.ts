import { Injectable } from '@nestjs/common';
import { failure } from '../../platform/index.js';
import { UserRepository } from './user.repository.js';
import { users } from './user.resource.js';

/** Ensures that a workspace keeps an active owner, by direct or group role (D-ACC-1). */
@Injectable()
export class Owners {
  constructor(private readonly repository: UserRepository) {}

  /**
   * Runs a change that may remove the last owner, and rejects it (409) if it does. Serialized per workspace, so that two
   * concurrent changes cannot remove the last two owners. Needs a unit of work; lock the affected rows before.
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
