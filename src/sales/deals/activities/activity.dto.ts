import { ListOf, PickType, ViewType } from '../../../platform/index.js';
import { Activity } from './activity.entity.js';

export class CreateActivity extends PickType(Activity, ['type', 'note', 'mentions', 'occurred_at']) {}

export class ActivityQuery extends ListOf(Activity, {
  filter: ['type'],
  sort: ['occurred_at', 'created_at'],
  defaultSort: 'occurred_at:desc',
}) {}

export class ActivityView extends ViewType(Activity, [
  'id',
  'deal_id',
  'type',
  'note',
  'mentions',
  'occurred_at',
  'created_by',
  'created_at',
]) {}
