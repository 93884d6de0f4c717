import { ListOf, PickType, ViewType } from '../../../platform/index.js';
import { ACTIVITY_INPUT, ACTIVITY_LIST, ACTIVITY_VIEW } from '../../activity-fields.js';
import { Activity } from './activity.entity.js';

export class CreateActivity extends PickType(Activity, ACTIVITY_INPUT) {}

export class ActivityQuery extends ListOf(Activity, ACTIVITY_LIST) {}

export class ActivityView extends ViewType(Activity, ['id', 'deal_id', ...ACTIVITY_VIEW]) {}
