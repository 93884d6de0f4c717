import { Choice, Email, Id, ResourceEntity, Tags, Text, TrashableEntity } from '../../platform/index.js';
import { CONTACT_STATUSES, contacts } from './contact.resource.js';
import { CustomFields, type CustomValues } from './custom-fields.js';

@ResourceEntity(contacts, 'sales_contacts')
export class Contact extends TrashableEntity {
  @Text({
    optional: true,
    nullable: true,
    example: 'Ada Lovelace',
    description: 'Display name. A contact must have a name or an e-mail address.',
  })
  display_name: string | null;
  @Email({
    optional: true,
    nullable: true,
    description: 'E-mail address; not unique. Contacts with the same one can be merged.',
  })
  email: string | null;
  @Text({ optional: true, nullable: true, example: 'Acme', description: 'Organization of the contact.' })
  organization_name: string | null;
  @Text({
    max: 32,
    optional: true,
    nullable: true,
    example: '+49 30 1234567',
    description: 'Phone number, in free form.',
  })
  phone: string | null;
  @CustomFields({ default: {} }) custom_fields: CustomValues;
  @Id('usr', {
    optional: true,
    nullable: true,
    description: 'Owner. Default: the user of the credential. Null: no owner.',
  })
  owner_id: string | null;
  @Tags({ default: [] }) tags: string[];
  @Text({
    optional: true,
    nullable: true,
    example: 'crm-4711',
    description: 'Id of the contact in an external system; unique.',
  })
  external_id: string | null;
  @Choice(CONTACT_STATUSES, { default: 'active', description: '`archived` if merged into another contact.' })
  status: string;
  @Id('cnt', { nullable: true, description: 'Contact that this one was merged into.' })
  merged_into_id: string | null;
}
