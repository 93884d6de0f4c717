import { ListOf, PickType, ViewType } from '../../../platform/index.js';
import { ContactActivity } from './contact-activity.entity.js';

export class CreateContactActivity extends PickType(ContactActivity, ['type', 'note', 'mentions', 'occurred_at']) {}

export class ContactActivityQuery extends ListOf(ContactActivity, {
  filter: ['type'],
  sort: ['occurred_at', 'created_at'],
  defaultSort: 'occurred_at:desc',
}) {}

export class ContactActivityView extends ViewType(ContactActivity, [
  'id',
  'contact_id',
  'type',
  'note',
  'mentions',
  'occurred_at',
  'created_by',
  'created_at',
]) {}
