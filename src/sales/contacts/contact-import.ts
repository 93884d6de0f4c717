import { Injectable } from '@nestjs/common';
import {
  type ImportField,
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  type Input,
  read,
  type ResourceStore,
  type SampleContext,
} from '../../platform/index.js';
import { UpdateContact } from './contact.dto.js';
import { Contact } from './contact.entity.js';
import * as samples from '../samples.js';
import { ContactRepository } from './contact.repository.js';
import { changesOf, madeOf } from './contacts.service.js';

const CUSTOM = 'custom_fields.';

@Injectable()
export class ContactImportKind extends ImportKind<Contact> {
  readonly name = 'contact';
  override readonly header = ['display_name|email|last_name'];
  readonly fields: Readonly<Record<string, ImportField>> = {
    display_name: { type: 'text', max: 255, aliases: ['name', 'Name'] },
    first_name: { type: 'text', max: 120 },
    last_name: { type: 'text', max: 120 },
    email: { type: 'email' },
    organization_name: { type: 'text', max: 255, aliases: ['organization', 'company'] },
    phone: { type: 'text', max: 32 },
    owner: { type: 'user', aliases: ['owner_id'] },
    tags: { type: 'list', max: 50, maxItems: 50 },
    custom_fields: { type: 'custom' },
  };
  override readonly matchable = ['email', 'external_id'];
  override readonly distinct: ImportKind<Contact>['distinct'] = { email: 'warning' };

  constructor(
    @InjectStore(Contact) store: ResourceStore<Contact>,
    private readonly repository: ContactRepository,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  override samples(given: SampleContext) {
    return samples.contacts(given);
  }

  check(values: ImportValues, known: Contact | null): ImportValues {
    const { first_name, last_name, display_name, owner, ...rest } = values;
    const custom: [name: string, value: unknown][] = [];
    const input: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(rest)) {
      if (name.startsWith(CUSTOM)) custom.push([name.slice(CUSTOM.length), value]);
      else if (name === 'custom_fields') custom.push(...customFieldsIn(value as string));
      else input[name] = value;
    }
    const name = display_name ?? [first_name, last_name].filter(Boolean).join(' ');
    if (name) input.display_name = name;
    if (custom.length) input.custom_fields = Object.fromEntries(custom);
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

  /** Contacts stay that have activities, or that a deal names. */
  override async remove(records: readonly Contact[]): Promise<Contact[]> {
    const used = await this.repository.withWork(records.map(({ id }) => id));
    await this.store.removeMany(records.filter(({ id }) => !used.has(id)));
    return records.filter(({ id }) => used.has(id));
  }

  override matches(_field: string, values: readonly string[]): Promise<Contact[]> {
    return this.store.findAll([`lower(email) = any(?::text[]) and status = 'active'`, values], { lock: true });
  }

  override async withExternalIds(ids: readonly string[]): Promise<Map<string, Contact>> {
    const found = await this.store.findAll(['external_id = any(?::text[])', ids]);
    const primaries = await this.records(found.flatMap(({ merged_into_id }) => merged_into_id ?? []));
    return new Map(
      found.map((contact) => [contact.external_id!, primaries.get(contact.merged_into_id ?? '') ?? contact]),
    );
  }
}

/** The custom fields of a cell that is a JSON object. */
function customFieldsIn(text: string): [name: string, value: unknown][] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  } catch {
    // It is no JSON.
  }
  return [['', text]];
}
