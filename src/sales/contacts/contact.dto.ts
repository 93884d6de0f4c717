import { Choice, ListOf, PartialType, PickType, Texts, ViewType } from '../../platform/index.js';
import { Contact } from './contact.entity.js';
import { CONTACT_STATUSES } from './contact.resource.js';

const facts = ['display_name', 'email', 'organization_name', 'phone', 'custom_fields', 'owner_id', 'tags'] as const;

export class CreateContact extends PickType(Contact, [...facts, 'external_id']) {}

export class UpdateContact extends PartialType(CreateContact) {}

/** The external id is in the path. */
export class PutContact extends PartialType(PickType(Contact, facts)) {}

export class ContactQuery extends ListOf(Contact, {
  filter: ['owner_id', 'status'],
  sort: ['created_at', 'updated_at', 'display_name'],
}) {
  @Choice(CONTACT_STATUSES, {
    optional: true,
    description: '`archived`: contacts merged into others. Default: `active`.',
  })
  override status: string = 'active';
}

const shown = ['id', ...facts, 'external_id', 'status', 'merged_into_id', 'created_at', 'updated_at'] as const;

export class ContactView extends ViewType(Contact, [...shown, 'revision', 'deleted_at', 'purge_at']) {}

export class ContactItem extends ViewType(Contact, [...shown, 'deleted_at']) {}

export class CreatedContact extends ContactView {
  @Texts({
    maxItems: 10,
    maxLength: 40,
    idPrefix: 'cnt',
    description: 'Other contacts with the same e-mail address, the newest first; case is ignored.',
  })
  possible_duplicate_ids: string[];
}

/** The columns of an export, which an import reads back. */
export class ContactRow extends ViewType(Contact, shown) {}
