import { ListOf, PartialType, PickType, ViewType } from 'workspace-suite/platform';
import { Item } from './item.entity.js';

const written = ['name', 'pieces'] as const;

export class CreateItem extends PickType(Item, written) {}

export class UpdateItem extends PartialType(CreateItem) {}

export class ItemQuery extends ListOf(Item, { filter: [], sort: ['created_at', 'name'] }) {}

export class ItemView extends ViewType(Item, ['id', ...written, 'created_at', 'revision']) {}
