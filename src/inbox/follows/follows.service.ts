import { Injectable } from '@nestjs/common';
import { signedInUser } from '../../access/index.js';
import {
  failure,
  feedOf,
  notFound,
  prefixOf,
  RecordAccess,
  type ResourceStore,
  StoreRegistry,
} from '../../platform/index.js';
import type { FollowView } from './follow.dto.js';
import { FollowRepository } from './follow.repository.js';
import { follows } from './follow.resource.js';

const MAX_FOLLOWS = 1_000;

@Injectable()
export class FollowsService {
  constructor(
    private readonly repository: FollowRepository,
    private readonly stores: StoreRegistry,
    private readonly access: RecordAccess,
  ) {}

  async get(id: string): Promise<FollowView> {
    const store = await this.#storeOf(id);
    const user = signedInUser();
    if (!(await this.#mayRead(store, id))) throw unknown(id);
    const none = { record_id: id, record_type: store.resource.type, created_at: null };
    return (await this.repository.find(user, id)) ?? none;
  }

  /** Idempotent. */
  async add(id: string): Promise<FollowView> {
    const store = await this.#storeOf(id);
    const user = signedInUser();
    if (!(await this.#mayRead(store, id))) throw unknown(id);
    const known = await this.repository.find(user, id);
    if (known) return known;
    if ((await this.repository.countWithLock(user)) >= MAX_FOLLOWS) throw failure(follows, 'tooMany');
    await this.repository.add(user, store.resource.type, id);
    return (await this.repository.find(user, id))!;
  }

  /** Idempotent. A record that the caller may not read any more can be unfollowed. */
  async remove(id: string): Promise<void> {
    const store = await this.#storeOf(id);
    const user = signedInUser();
    if (!(await this.repository.remove(user, id)) && !(await this.#mayRead(store, id))) throw unknown(id);
  }

  /** The store of a record of the workspace; otherwise 404. Only changes of records that have events can be followed. */
  async #storeOf(id: string): Promise<ResourceStore<any>> {
    const store = await this.stores.holding(id);
    if (!store || !feedOf(store.resource)) throw unknown(prefixOf(id) ? id : 'with this id');
    return store;
  }

  async #mayRead(store: ResourceStore<any>, id: string): Promise<boolean> {
    const record = { type: store.resource.type, id };
    return (await this.access.readable([record]))(record) && (await store.find(id)) !== null;
  }
}

const unknown = (id: string) => notFound(`There is no record ${id} that you can follow.`);
