import { Int, ListOf, PartialType, PickType, ViewType } from '../../platform/index.js';
import { Template } from './template.entity.js';

const written = ['name', 'description', 'default_duration_days', 'members', 'tasks'] as const;

export class CreateTemplate extends PickType(Template, written) {}

export class UpdateTemplate extends PartialType(CreateTemplate) {}

export class SaveAsTemplate extends PickType(Template, ['name', 'description']) {}

export class TemplateQuery extends ListOf(Template, { sort: ['created_at', 'updated_at', 'name'] }) {
  @Int({ min: 1, max: 100, optional: true, description: 'Templates per page. Default: all.' })
  override limit = 1000;
}

export class TemplateView extends ViewType(Template, [
  'id',
  ...written,
  'created_by',
  'created_at',
  'updated_at',
  'revision',
]) {}
