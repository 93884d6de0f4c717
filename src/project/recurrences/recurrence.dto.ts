import { ListOf, PartialType, PickType, ViewType } from '../../platform/index.js';
import { Recurrence } from './recurrence.entity.js';

export class CreateRecurrence extends PickType(Recurrence, ['task_id', 'rule', 'trigger']) {}

export class UpdateRecurrence extends PartialType(PickType(Recurrence, ['rule', 'trigger'])) {}

export class RecurrenceQuery extends ListOf(Recurrence, {
  filter: ['project_id', 'task_id', 'status'],
  sort: ['created_at', 'updated_at', 'occurs_on'],
}) {}

export class RecurrenceView extends ViewType(Recurrence, [
  'id',
  'task_id',
  'project_id',
  'rule',
  'trigger',
  'begins_on',
  'occurs_on',
  'status',
  'created_at',
  'updated_at',
  'revision',
]) {}
