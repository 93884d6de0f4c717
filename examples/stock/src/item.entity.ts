import { Int, RecordEntity, ResourceEntity, Text } from 'workspace-suite/platform';
import { items } from './item.resource.js';

@ResourceEntity(items, 'stock_items')
export class Item extends RecordEntity {
  @Text({ max: 80, description: 'Name of the item.' }) name: string;
  @Int({ min: 0, default: 0, description: 'Number of pieces in stock.' }) pieces: number;
}
