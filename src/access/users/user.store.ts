import { conflict, currentContext, DELETED_USER, type FindOptions, ResourceStore } from '../../platform/index.js';
import type { User } from './user.entity.js';
import { DELETED } from './user.resource.js';

/** Users, plus the placeholder of deleted ones: found by id, but not stored, listed or changeable. */
export class UserStore extends ResourceStore<User> {
  override async find(id: string, options: FindOptions = {}): Promise<User | null> {
    if (id !== DELETED_USER) return super.find(id, options);
    const placeholder = { ...DELETED, workspace_id: currentContext().workspaceId };
    return !options.real && this.sees(placeholder) ? placeholder : null;
  }

  override refuseFixed({ id }: Pick<User, 'id'>): void {
    if (id === DELETED_USER) throw conflict(`${id} is the placeholder of every deleted user and cannot be changed.`);
  }
}
