import type { PageQuery, Page } from './page.js';
import type { RecordEntity } from './record.entity.js';
import type { Input } from './record-maker.js';
import type { RemoveOptions, ResourceStore } from './store.js';

/**
 * Implements the plain routes of a resource (see `ResourceController`). A resource with rules of its own extends it and
 * overrides the methods concerned; a resource without rules needs no service.
 *
 * @example
 * class DealsService extends ResourceService<Deal> {
 *   constructor(@InjectStore(Deal) store: ResourceStore<Deal>, private readonly contacts: ContactsPort) { super(store); }
 *   override async create(input: CreateDeal) { … return super.create(input); }
 * }
 */
export class ResourceService<T extends RecordEntity> {
  constructor(protected readonly store: ResourceStore<T>) {}

  /** A page of the list. `view` names the columns that are shown. */
  list(query: PageQuery, view: new () => object): Promise<Page<object>> {
    return this.store.page(query, view);
  }

  /** All of the list, for an export; see `ResourceStore.rows`. */
  rows(query: PageQuery, view: new () => object): AsyncGenerator<object[]> {
    return this.store.rows(query, view);
  }

  /** A record as its view shows it, where that is more than its columns. */
  show(record: T): object | Promise<object> {
    return record;
  }

  create(input: object): Promise<T> {
    return this.store.create(input as Input<T>);
  }

  update(record: T, changes: object): Promise<T> {
    return this.store.update(record, changes as Input<T>);
  }

  remove(record: T, options: RemoveOptions): Promise<void> {
    return this.store.remove(record, options);
  }

  restore(record: T): Promise<T> {
    return this.store.restore(record);
  }
}
