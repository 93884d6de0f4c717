import { Injectable } from '@nestjs/common';
import {
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  type Input,
  read,
  type ResourceStore,
} from '../../platform/index.js';
import { UpdateContact } from './contact.dto.js';
import { Contact } from './contact.entity.js';
import { changesOf, madeOf } from './contacts.service.js';

@Injectable()
export class ContactImportKind extends ImportKind<Contact> {
  readonly name = 'contact';
  override readonly header = ['display_name|email|last_name'];
  readonly fields = {
    display_name: { type: 'text', max: 255, aliases: ['name', 'Name'] },
    first_name: { type: 'text', max: 120 },
    last_name: { type: 'text', max: 120 },
    email: { type: 'email' },
    organization_name: { type: 'text', max: 255, aliases: ['organization', 'company'] },
    phone: { type: 'text', max: 32 },
    owner: { type: 'user', aliases: ['owner_id'] },
    tags: { type: 'list', max: 50, maxItems: 50 },
    custom_fields: { type: 'custom' },
  } as const;
  override readonly matchable = ['email', 'external_id'];

  constructor(@InjectStore(Contact) store: ResourceStore<Contact>, kinds: ImportKinds) {
    super(store);
    kinds.add(this);
  }

  check(values: ImportValues, known: Contact | null): ImportValues {
    const { first_name, last_name, display_name, owner, ...rest } = values;
    const custom_fields: Record<string, unknown> = {};
    const input: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(rest)) {
      if (name.startsWith('custom_fields.')) custom_fields[name.slice('custom_fields.'.length)] = value;
      else input[name] = value;
    }
    const name = display_name ?? [first_name, last_name].filter(Boolean).join(' ');
    if (name) input.display_name = name;
    if (Object.keys(custom_fields).length) input.custom_fields = custom_fields;
    const checked = read(UpdateContact, input);
    const stored = known ? changesOf(known, checked) : madeOf(checked);
    return { ...stored, ...(owner !== undefined && { owner_id: owner }) };
  }

  /** The id in the source system becomes the external_id, unless the file has one. */
  write(items: readonly ImportItem<Contact>[]): Promise<ImportOutcome<Contact>[]> {
    const stored = ({ values, known, external_id }: ImportItem<Contact>): Input<Contact> =>
      known || external_id === null ? values : { ...values, external_id };
    return this.writeAll(items.map((item) => ({ ...item, stored: stored(item) })));
  }

  override async matches(field: string, values: readonly string[]): Promise<Contact[]> {
    const column = field === 'email' ? 'lower(email)' : 'lower(external_id)';
    return this.store.findAll([`${column} = any(?::text[]) and status = 'active'`, values], { lock: true });
  }

  override async withExternalIds(ids: readonly string[]): Promise<Map<string, Contact>> {
    const found = await this.store.findAll(['external_id = any(?::text[])', ids]);
    const primaries = await this.records(found.flatMap(({ merged_into_id }) => merged_into_id ?? []));
    return new Map(
      found.map((contact) => [contact.external_id!, primaries.get(contact.merged_into_id ?? '') ?? contact]),
    );
  }
}
