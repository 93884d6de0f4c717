import { ListOf, PartialType, PickType, Texts, ViewType } from '../platform/index.js';
import { SavedView } from './view.entity.js';

const written = ['name', 'layout', 'where', 'sort', 'columns', 'shared'] as const;

export class CreateView extends PickType(SavedView, ['type', ...written]) {}

export class UpdateView extends PartialType(PickType(SavedView, written)) {}

export class ViewQuery extends ListOf(SavedView, { filter: ['type'], sort: ['created_at', 'name'] }) {}

export class ViewListView extends ViewType(SavedView, [
  'id',
  'type',
  ...written,
  'owner_id',
  'created_at',
  'updated_at',
  'revision',
]) {}

export class ViewView extends ViewListView {
  @Texts({
    maxItems: 200,
    maxLength: 40,
    description: 'Ids in the condition of records that do not exist any more, or that you may not read.',
  })
  missing_records: string[];
}
