import { PageQuery, Text, Timestamp } from '../platform/index.js';

export class FavouriteView {
  @Text({ example: 'deal_01jz8k3m5n7p9q1r3s5t7v9w1x', description: 'Id of the record.' }) record_id: string;
  @Text({ max: 60, example: 'sales.deal', description: 'Type of the record.' }) record_type: string;
  @Text({
    max: 200,
    example: 'Website for Acme',
    description: 'Its title, its name, or another text by which people know it.',
  })
  title: string;
  @Timestamp({ description: 'Time since when it is a favourite.' }) created_at: string;
}

export class FavouriteQuery extends PageQuery {
  static override entity = FavouriteView;
  static override sorts = ['created_at'];
  static override defaultSort = 'created_at:asc';
}
