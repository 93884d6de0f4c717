import { type ImportField, ImportKinds, isId, type ResourceStore } from '../../../platform/index.js';
import { ContactImportKind } from '../contact-import.js';
import type { Contact } from '../contact.entity.js';
import type { ContactRepository } from '../contact.repository.js';

const TEXT: ImportField = { type: 'text' };

/** Contacts of a file whose rows are taken as a request would be, or not at all. */
export class ContactRows extends ContactImportKind {
  override readonly fields = {
    display_name: TEXT,
    first_name: TEXT,
    last_name: TEXT,
    email: TEXT,
    organization_name: TEXT,
    phone: TEXT,
    owner_id: { type: 'user', strict: true },
    tags: { type: 'list' },
    external_id: TEXT,
    custom_fields: { type: 'custom' },
  } satisfies Record<string, ImportField>;
  override readonly distinct = { external_id: 'error', email: 'warning' } as const;

  constructor(
    store: ResourceStore<Contact>,
    contacts: ContactRepository,
    readonly kinds = new ImportKinds(),
  ) {
    super(store, contacts, kinds);
  }
}

/** The owner of a row: a user by their id. */
export const ownerIn = (text: string): unknown => (isId('usr', text) ? { person: text } : text || undefined);
