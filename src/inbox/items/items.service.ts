import { Injectable } from '@nestjs/common';
import { signedInUser } from '../../access/index.js';
import { invalidField, InjectStore, type Page, type ResourceStore } from '../../platform/index.js';
import {
  ItemQuery,
  InboxItemView,
  type ReadInboxAnswer,
  type ReadInboxItems,
  type UnreadInboxAnswer,
} from './item.dto.js';
import { Item } from './item.entity.js';
import { ItemRecords } from './item-records.js';
import { ItemRepository } from './item.repository.js';

/** Columns of an item from which its records are read. */
class ItemRow extends InboxItemView {}

@Injectable()
export class ItemsService {
  constructor(
    @InjectStore(Item) private readonly store: ResourceStore<Item>,
    private readonly repository: ItemRepository,
    private readonly records: ItemRecords,
  ) {}

  /** Items whose records are all gone are left out. */
  async list(query: ItemQuery): Promise<Page<InboxItemView>> {
    const { data, meta } = await this.#page(query);
    const items = data as unknown as Item[];
    const records = await this.records.of(items);
    const shown = items.flatMap((item) => {
      const own = records.get(item)!;
      return own.length ? { ...item, records: own } : [];
    });
    return { data: shown as unknown as InboxItemView[], meta };
  }

  async unread(): Promise<UnreadInboxAnswer> {
    const { meta } = await this.#page(Object.assign(new ItemQuery(), { unread: true, limit: 1 }));
    return { unread: meta.total };
  }

  /** The person is named beside the rule that says so, because only a single value keeps the order of the index. */
  #page(query: ItemQuery): Promise<Page<ItemRow>> {
    return this.store.page(query, ItemRow, { user_id: signedInUser() });
  }

  async read({ ids, all }: ReadInboxItems): Promise<ReadInboxAnswer> {
    signedInUser();
    if ((ids === undefined) !== (all === true))
      throw invalidField(ids ? 'all' : 'ids', ids ? 'invalid_value' : 'required', 'Name ids, or set all to true.');
    return { read: await this.repository.markRead(ids ?? null) };
  }
}
