import {
  Choice,
  type Conditions,
  ListOf,
  PartialType,
  PickType,
  type RowRule,
  Text,
  Texts,
  ViewType,
  Where,
} from '../../platform/index.js';
import { Contact } from './contact.entity.js';
import { CONTACT_STATUSES } from './contact.resource.js';
import type { Search } from './contact-search.js';

const facts = ['display_name', 'email', 'organization_name', 'phone', 'custom_fields', 'owner_id', 'tags'] as const;

export class CreateContact extends PickType(Contact, [...facts, 'external_id']) {}

export class UpdateContact extends PartialType(CreateContact) {}

/** The path says the external id. */
export class PutContact extends PartialType(PickType(Contact, facts)) {}

export class ContactQuery extends ListOf(Contact, {
  filter: ['owner_id'],
  sort: ['created_at', 'updated_at', 'display_name'],
}) {
  static override total = ({ q }: ContactQuery, where: Conditions, filter: () => string, visible: RowRule) => {
    const search = q as Search | undefined;
    if (!search || search.by === 'filter') return undefined;
    // What the index has found is all at hand.
    if (search.by === 'words' || search.by === 'bits') return '(count(*) over ())';
    if (search.keys && visible === 'all') return search.countBy((value) => where.value(value));
    const [sql, ...values] = search.indexed;
    return `(select count(*) from sales_contacts where ${filter()} and ${sql.replace(/\?/g, () => where.value(values.shift()))})`;
  };

  @Choice(CONTACT_STATUSES, {
    optional: true,
    description: '`archived`: those that are merged into others. Default: `active`.',
  })
  status: string = 'active';

  @Text({
    optional: true,
    example: 'ada acme',
    description:
      'Words that name, address or organisation have, or that words of these begin with: all of them, in any case.',
  })
  @Where((search: Search) => search.condition)
  q?: string | Search;

  declare tag?: string;
}

const shown = ['id', ...facts, 'external_id', 'status', 'merged_into_id', 'created_at', 'updated_at'] as const;

export class ContactView extends ViewType(Contact, [...shown, 'revision', 'deleted_at', 'purge_at']) {}

export class ContactItem extends ViewType(Contact, [...shown, 'deleted_at']) {}

export class CreatedContact extends ContactView {
  @Texts({
    maxItems: 10,
    maxLength: 40,
    description: 'Other contacts with the same address, in any case, the newest first.',
  })
  possible_duplicate_ids: string[];
}

/** The columns of an export, which an import reads back. */
export class ContactRow extends ViewType(Contact, shown) {}
