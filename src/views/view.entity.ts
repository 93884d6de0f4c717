import { Choice, Flag, FreeObject, Id, RecordEntity, ResourceEntity, Text, Texts } from '../platform/index.js';
import { LAYOUTS, views } from './view.resource.js';

@ResourceEntity(views, 'saved_views')
export class SavedView extends RecordEntity {
  @Text({ max: 60, example: 'sales.deal', description: 'Type of the records. It never changes.' }) type: string;
  @Text({ max: 100, example: 'Large deals', description: 'Name of the view.' }) name: string;
  @Choice(LAYOUTS, { default: 'list', description: 'How the console shows it.' }) layout: string;
  @FreeObject({
    default: {},
    audit: 'values',
    example: { value: { gte: 10_000 } },
    description: 'The condition of the view.',
  })
  where: Readonly<Record<string, unknown>>;
  @Text({
    max: 200,
    optional: true,
    nullable: true,
    example: 'value:desc',
    description: 'The order, as `sort` of the list.',
  })
  sort: string | null;
  @Texts({
    maxItems: 50,
    maxLength: 100,
    default: [],
    example: ['title', 'value'],
    description: 'Fields to show, in order.',
  })
  columns: string[];
  @Flag({ default: false, description: 'Whether everybody who may read the type sees the view.' }) shared: boolean;
  /** Generated from `shared`, for row rules and indexes. */
  @Choice(['private', 'shared'], { generated: `case when shared then 'shared' else 'private' end` }) visibility: string;
  @Id('usr', { description: 'The maker of the view.' }) owner_id: string;
}
