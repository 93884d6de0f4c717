import { type Condition, Flag, Int, ListOf, NestedList, Text, Texts, ViewType, Where } from '../../platform/index.js';
import { Item } from './item.entity.js';

export class ItemQuery extends ListOf(Item, {
  filter: ['kind'],
  sort: ['updated_at'],
  defaultSort: 'updated_at:desc',
}) {
  static override always = (): Condition => ['shown'];

  @Flag({ optional: true, description: 'Only unread items, or only read ones.' })
  @Where((unread: boolean) => [unread ? 'read_at is null' : 'read_at is not null'])
  unread?: boolean;
}

class InboxRecord {
  @Text({ max: 60, example: 'deal_01jz8k3m5n7p9q1r3s5t7v9w1x', description: 'Id of the record.' }) id: string;
  @Text({
    max: 500,
    nullable: true,
    example: 'Website for Acme',
    description: 'Its title, or that of the record it belongs to; null if there is none.',
  })
  title: string | null;
}

export class InboxItemView extends ViewType(Item, [
  'id',
  'kind',
  'event',
  'record_type',
  'part_id',
  'actor_id',
  'count',
  'read_at',
  'created_at',
  'updated_at',
]) {
  @NestedList(() => InboxRecord, {
    maxItems: 10,
    description: 'The record, or the first ones of an item that stands for many, as far as the caller may read them.',
  })
  records: InboxRecord[];
}

export class ReadInboxItems {
  @Texts({
    maxItems: 100,
    maxLength: 40,
    idPrefix: 'ibi',
    optional: true,
    example: ['ibi_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description: 'Ids of items. Ids of items that are gone are ignored.',
  })
  ids?: string[];
  @Flag({ optional: true, description: 'All items, in place of `ids`.' }) all?: boolean;
}

export class ReadInboxAnswer {
  @Int({ min: 0, example: 1, description: 'Number of items that were unread before.' }) read: number;
}

export class UnreadInboxAnswer {
  @Int({ min: 0, max: 10_000, example: 3, description: 'Number of unread items, up to 10 000.' }) unread: number;
}
