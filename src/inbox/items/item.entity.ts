import {
  Choice,
  Flag,
  Id,
  Int,
  NOTICE_KINDS,
  type NoticeKind,
  RecordEntity,
  ResourceEntity,
  Text,
  Texts,
  Timestamp,
} from '../../platform/index.js';
import { items } from './item.resource.js';
import { ItemStore } from './item.store.js';

@ResourceEntity(items, 'inbox_items', { store: ItemStore })
export class Item extends RecordEntity {
  @Id('usr') user_id: string;
  @Choice(NOTICE_KINDS, { description: 'Kind of the notice.' }) kind: NoticeKind;
  @Text({
    max: 100,
    nullable: true,
    example: 'sales.deal.won',
    description: 'Type of the event; null if there is none.',
  })
  event: string | null;
  @Text({ max: 60, example: 'sales.deal', description: 'Type of the records.' }) record_type: string;
  /** The record of the newest event. */
  @Text() record_id: string;
  /** The first records that the item stands for. */
  @Texts({ maxItems: 10, maxLength: 60 }) record_ids: string[];
  /** The type of the part of the record that it is about, or empty. */
  @Text({ empty: true }) part_type: string;
  @Text({
    max: 60,
    nullable: true,
    example: 'cmt_01jz8k3m5n7p9q1r3s5t7v9w1x',
    description: 'The comment, note or activity that it is about; null if there is none, or several.',
  })
  part_id: string | null;
  @Id('usr', {
    nullable: true,
    description: 'User who caused it; null for several, and for programs.',
  })
  actor_id: string | null;
  @Int({ min: 1, example: 1, description: 'Number of events, for example of assigned tasks.' }) count: number;
  @Text() source: string;
  @Flag() shown: boolean;
  @Text({ nullable: true }) mail: string | null;
  @Timestamp({ nullable: true, description: 'Time when it was read; null if unread.' }) read_at: string | null;
}
