import { Injectable } from '@nestjs/common';
import {
  EventListener,
  InjectStore,
  type ResourceStore,
  type StoredEvent,
  StoreRegistry,
} from 'workspace-suite/platform';
import { Company } from './company.entity.js';
import { Membership } from './membership.entity.js';

/** What this package needs of a contact of the product. */
interface Contact {
  id: string;
  email: string | null;
  deleted_at: string | null;
}

const domainOf = ({ email }: Contact): string => email?.split('@').at(-1)!.toLowerCase() ?? '';

/** The company that has the contacts of one: itself, or the one that it was merged into. */
const successorOf = ({ id, merged_into_id }: Company): string => merged_into_id ?? id;

/** A contact joins the company that has the domain of their address, and leaves all when they are deleted for good. */
@Injectable()
export class ContactsListener extends EventListener {
  readonly name = 'companies-contacts';
  override readonly types = ['sales.contact.created', 'sales.contact.updated', 'sales.contact.deleted'];
  /** Whoever takes a contact out of a company would find them there again, if each change counted. */
  override readonly concerns = `(e.type <> 'sales.contact.updated' or e.payload -> 'changed' @> '["email"]')`;

  constructor(
    @InjectStore(Company) private readonly companies: ResourceStore<Company>,
    @InjectStore(Membership) private readonly memberships: ResourceStore<Membership>,
    private readonly stores: StoreRegistry,
  ) {
    super();
  }

  async handle(events: StoredEvent[]): Promise<void> {
    const ids = [...new Set(events.map(({ payload }) => payload.contact_id as string))];
    const [store] = this.stores.ofType('sales.contact');
    const contacts: Contact[] = await store!.findAll(['id = any(?::text[])', ids], { deleted: true });
    const gone = ids.filter((id) => !contacts.some((contact) => contact.id === id));
    if (gone.length)
      await this.memberships.removeMany(await this.memberships.findAll(['contact_id = any(?::text[])', gone]));
    await this.join(contacts.filter(({ deleted_at }) => !deleted_at));
  }

  private async join(contacts: Contact[]): Promise<void> {
    const named = await this.companies.findAll(['domain = any(?::text[])', contacts.map(domainOf)]);
    const condition = `id = any(?::text[]) and status in ('active', 'dormant')`;
    const open = await this.companies.findAll([condition, named.map(successorOf)]);
    const wanted = contacts.flatMap((contact) => {
      const company = named.find(({ domain }) => domain === domainOf(contact));
      const into = open.find(({ id }) => company && id === successorOf(company));
      return into ? { company_id: into.id, contact_id: contact.id } : [];
    });
    if (!wanted.length) return;
    const ids = wanted.map(({ contact_id }) => contact_id);
    const present = await this.memberships.findAll(['contact_id = any(?::text[])', ids]);
    const isIn = ({ company_id, contact_id }: Pick<Membership, 'company_id' | 'contact_id'>) =>
      present.some((each) => each.company_id === company_id && each.contact_id === contact_id);
    await this.memberships.createMany(wanted.filter((each) => !isIn(each)).map((each) => [each]));
  }
}
