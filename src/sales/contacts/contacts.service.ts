import { Injectable } from '@nestjs/common';
import {
  failure,
  InjectStore,
  type Input,
  invalidField,
  read,
  ResourceService,
  type ResourceStore,
} from '../../platform/index.js';
import { CreateContact, type CreatedContact, type PutContact, type UpdateContact } from './contact.dto.js';
import { Contact } from './contact.entity.js';
import { ContactRepository } from './contact.repository.js';
import { contacts } from './contact.resource.js';
import { changed } from './custom-fields.js';

@Injectable()
export class ContactsService extends ResourceService<Contact> {
  constructor(
    @InjectStore(Contact) store: ResourceStore<Contact>,
    private readonly repository: ContactRepository,
  ) {
    super(store);
  }

  override async create(input: CreateContact): Promise<Contact & Pick<CreatedContact, 'possible_duplicate_ids'>> {
    await this.#mustBeFree(input.external_id);
    const possible_duplicate_ids = input.email ? await this.repository.withAddress(input.email) : [];
    return Object.assign(await this.store.create(madeOf(input)), { possible_duplicate_ids });
  }

  override async update(contact: Contact, input: UpdateContact): Promise<Contact> {
    if (input.external_id !== contact.external_id) await this.#mustBeFree(input.external_id);
    return this.store.update(contact, changesOf(contact, input));
  }

  override async restore(contact: Contact): Promise<Contact> {
    if (contact.deleted_at) await this.#mustBeFree(contact.external_id);
    return this.store.restore(contact);
  }

  /** Upsert by external id. */
  async put(contact: Contact | null, external_id: string, input: PutContact): Promise<Contact> {
    // If a concurrent request created it, the unique index fails and the request is retried.
    if (!contact) return this.store.create(madeOf(read(CreateContact, { ...input, external_id })));
    const primary = contact.merged_into_id && (await this.store.find(contact.merged_into_id, { unseen: true }));
    return this.update(primary || contact, input);
  }

  async #mustBeFree(externalId: string | null | undefined): Promise<void> {
    if (externalId != null && (await this.store.findBy('external_id', externalId)))
      throw failure(contacts, 'externalIdTaken');
  }
}

/** Validates and normalises a new contact; 400 if invalid. */
export function madeOf(input: UpdateContact): Input<Contact> {
  mustHaveName(input);
  return { ...input, custom_fields: changed({}, input.custom_fields ?? {}) };
}

/** Validates and normalises a change; 409 if the contact was merged into another one. */
export function changesOf(contact: Contact, { custom_fields, ...input }: UpdateContact): Input<Contact> {
  if (contact.merged_into_id) throw failure(contacts, 'merged');
  mustHaveName({ ...contact, ...defined(input) });
  return custom_fields ? { ...input, custom_fields: changed(contact.custom_fields, custom_fields) } : input;
}

/** 400 if a contact has neither name nor address. */
function mustHaveName({ display_name, email }: Partial<Pick<Contact, 'display_name' | 'email'>>): void {
  if (!display_name && !email)
    throw invalidField('display_name', 'required', 'A contact must have a display_name or an email.');
}

const defined = (input: object) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
