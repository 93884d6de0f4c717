import { Choice, Email, Id, ResourceEntity, Tags, Text, TrashableEntity } from '../../platform/index.js';
import { CONTACT_STATUSES, contacts } from './contact.resource.js';
import { CustomFields, type CustomValues } from './custom-fields.js';

@ResourceEntity(contacts, 'sales_contacts')
export class Contact extends TrashableEntity {
  @Text({
    optional: true,
    nullable: true,
    example: 'Ada Lovelace',
    description: 'The name that is shown. A contact has a name or an address.',
  })
  display_name: string | null;
  @Email({ optional: true, nullable: true, description: 'Several contacts may have the same; they can be merged.' })
  email: string | null;
  @Text({ optional: true, nullable: true, example: 'Acme', description: 'Where they work.' })
  organization_name: string | null;
  @Text({ max: 32, optional: true, nullable: true, example: '+49 30 1234567', description: 'As it was typed.' })
  phone: string | null;
  @CustomFields({ default: {} }) custom_fields: CustomValues;
  @Id('usr', {
    optional: true,
    nullable: true,
    description: 'The user it belongs to; you, unless a request names another. Null: nobody.',
  })
  owner_id: string | null;
  @Tags({ default: [] }) tags: string[];
  @Text({
    optional: true,
    nullable: true,
    example: 'crm-4711',
    description: 'Its id in a system of yours: no two contacts have the same.',
  })
  external_id: string | null;
  @Choice(CONTACT_STATUSES, { default: 'active', description: '`archived` once it is merged into another one.' })
  status: string;
  @Id('cnt', { nullable: true, description: 'The contact that stands for it since they were merged.' })
  merged_into_id: string | null;
  /** The words of name, address and organisation, each behind a blank (`searchTextOf`). */
  @Text({ derived: true, default: '' }) search: string;
}
