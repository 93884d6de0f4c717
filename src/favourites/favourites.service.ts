import { Injectable } from '@nestjs/common';
import { signedInUser } from '../access/index.js';
import { failure, notFound, prefixOf, RecordTitles, StoreRegistry } from '../platform/index.js';
import type { FavouriteView } from './favourite.dto.js';
import { type Favourite, FavouriteRepository } from './favourite.repository.js';
import { favourites } from './favourite.resource.js';

const MAX_FAVOURITES = 100;

@Injectable()
export class FavouritesService {
  constructor(
    private readonly repository: FavouriteRepository,
    private readonly stores: StoreRegistry,
    private readonly titles: RecordTitles,
  ) {}

  /** The favourites that the caller may read now, the oldest first. */
  async all(): Promise<FavouriteView[]> {
    const kept = await this.repository.of(signedInUser());
    const titles = await this.titles.of(kept.map(({ record_type: type, record_id: id }) => ({ type, id })));
    const titleOf = new Map(titles.map(({ id, title }) => [id, title]));
    return kept.flatMap((each) => {
      const title = titleOf.get(each.record_id);
      return title === undefined ? [] : [{ ...each, title }];
    });
  }

  /** Idempotent. */
  async add(id: string): Promise<FavouriteView> {
    const type = await this.#typeOf(id);
    const user = signedInUser();
    const [record] = await this.titles.of([{ type, id }]);
    if (!record) throw unknown(id);
    await this.repository.lock(user);
    const before = await this.repository.of(user);
    if (!before.some(({ record_id }) => record_id === id)) {
      if (before.length >= MAX_FAVOURITES) await this.#makeRoom(user, before);
      await this.repository.add(user, type, id);
    }
    const kept = await this.repository.of(user);
    return { ...kept.find(({ record_id }) => record_id === id)!, title: record.title };
  }

  /** Idempotent. A record that the caller may not read any more can be removed. */
  async remove(id: string): Promise<void> {
    const type = await this.#typeOf(id);
    const removed = await this.repository.remove(signedInUser(), [id]);
    if (!removed && !(await this.titles.of([{ type, id }])).length) throw unknown(id);
  }

  /** The type of a record of the workspace; otherwise 404. */
  async #typeOf(id: string): Promise<string> {
    const store = await this.stores.holding(id);
    if (!store) throw unknown(id);
    return store.resource.type;
  }

  /** Records that are gone make room for a new favourite. Those of an extension that is not loaded may come back with it. */
  async #makeRoom(user: string, kept: readonly Favourite[]): Promise<void> {
    const gone: string[] = [];
    for (const [type, each] of Map.groupBy(kept, ({ record_type }) => record_type)) {
      const [store] = this.stores.ofType(type);
      if (!store) continue;
      const ids = each.map(({ record_id }) => record_id);
      const there = new Set((await store.factsOf(ids)).map(({ id }) => id));
      gone.push(...ids.filter((id) => !there.has(id)));
    }
    if (!gone.length) throw failure(favourites, 'tooMany');
    await this.repository.remove(user, gone);
  }
}

const unknown = (id: string) => notFound(`There is no record ${prefixOf(id) ? id : 'with this id'} that has a title.`);
