import { ListOf, PickType, ViewType } from '../../../platform/index.js';
import { ACTIVITY_INPUT, ACTIVITY_LIST, ACTIVITY_VIEW } from '../../activity-fields.js';
import { ContactActivity } from './contact-activity.entity.js';

export class CreateContactActivity extends PickType(ContactActivity, ACTIVITY_INPUT) {}

export class ContactActivityQuery extends ListOf(ContactActivity, ACTIVITY_LIST) {}

export class ContactActivityView extends ViewType(ContactActivity, ['id', 'contact_id', ...ACTIVITY_VIEW]) {}
