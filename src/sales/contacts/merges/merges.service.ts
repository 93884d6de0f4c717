import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import {
  currentContext,
  failure,
  InjectStore,
  invalidField,
  notFound,
  type ResourceStore,
} from '../../../platform/index.js';
import { Deal } from '../../deals/deal.entity.js';
import { ContactActivity } from '../activities/contact-activity.entity.js';
import { Contact } from '../contact.entity.js';
import { contacts } from '../contact.resource.js';
import type { MergeContacts, MergedContact } from './merge.dto.js';
import { type Merge, MergeRepository } from './merge.repository.js';
import { divided, factsOf, united } from './united.js';

/**
 * Merges contacts and undoes merges (D-SAL-4). A writer that links a contact locks its row and that of its primary in share
 * mode. A merge locks both contacts, and those merged into the duplicate earlier, before it reads links. So no concurrent link
 * is lost.
 */
@Injectable()
export class MergesService {
  constructor(
    @InjectStore(Contact) private readonly store: ResourceStore<Contact>,
    @InjectStore(Deal) private readonly deals: ResourceStore<Deal>,
    @InjectStore(ContactActivity) private readonly activities: ResourceStore<ContactActivity>,
    private readonly repository: MergeRepository,
  ) {}

  async merge({ primary_id, duplicate_id, dry_run }: MergeContacts): Promise<MergedContact> {
    if (primary_id === duplicate_id)
      throw invalidField('duplicate_id', 'invalid_value', 'duplicate_id must differ from primary_id.');
    const lock = !dry_run;
    const [primary, duplicate] = await this.#both(primary_id, duplicate_id, lock);
    if (!primary) throw notFound(`There is no contact ${primary_id}.`);
    if (!duplicate) throw notFound(`There is no contact ${duplicate_id}.`);
    // A merge changes both, even if no field differs.
    await this.store.refuse('write', [primary, duplicate]);
    if (primary.merged_into_id || duplicate.merged_into_id) throw failure(contacts, 'merged');
    const after = united(primary, duplicate);
    const earlier = await this.store.findAll(['merged_into_id = ?', duplicate_id], {
      deleted: true,
      lock,
      unseen: true,
    });
    const deals = await this.#dealsOf(duplicate_id, lock);
    const own = await this.activities.findAll(['contact_id = ?', duplicate_id], { lock, unseen: true });
    const activities = own.length + (await this.repository.activitiesOf(deals.map(({ id }) => id)));
    const merged = { deals: deals.length, activities, files: 0 };
    if (dry_run) return { ...primary, ...after, merged };

    const kept = await this.store.update(primary, after, { as: 'merged' });
    // Before the duplicate is archived, because nothing is written about a contact that is.
    await this.activities.updateMany(own.map((activity) => [activity, { contact_id: primary_id }]));
    const archived = { status: 'archived', merged_into_id: primary_id };
    await this.store.update(duplicate, archived, { as: 'merged' });
    await this.store.updateMany(earlier.map((contact) => [contact, { merged_into_id: primary_id }]));
    await this.deals.updateMany(
      deals.map((deal) => [deal, { contact_ids: replaced(deal.contact_ids, duplicate_id, primary_id) }]),
    );
    await this.repository.add({
      primary_id,
      duplicate_id,
      before: factsOf(primary),
      after: factsOf(kept),
      deals: deals.map(({ id, contact_ids }) => ({ id, contact_ids })),
      activity_ids: own.map(({ id }) => id),
      earlier_ids: earlier.map(({ id }) => id),
    });
    return { ...kept, merged };
  }

  /** Undoes a merge. Later manual changes are kept. */
  async unmerge(contact: Contact): Promise<Contact> {
    if (!contact.merged_into_id) throw failure(contacts, 'notMerged');
    const merge = await this.repository.of(contact.id);
    if (!merge || merge.primary_id !== contact.merged_into_id) throw failure(contacts, 'mergedSince');
    const [primary, duplicate] = await this.#both(merge.primary_id, contact.id, true);
    // Checked again under the locks: a concurrent request may have undone it, merged again or deleted a contact.
    if (!primary || duplicate?.merged_into_id !== primary.id || (await this.repository.isBuiltOn(merge)))
      throw failure(contacts, 'mergedSince');
    await this.store.refuse('write', [primary, duplicate]);

    await this.store.update(primary, divided(primary, merge.before, merge.after), { as: 'unmerged' });
    const restored = await this.store.update(duplicate, { status: 'active', merged_into_id: null }, { as: 'unmerged' });
    const earlier = await this.store.findAll(
      ['id = any(?::text[]) and merged_into_id = ?', merge.earlier_ids, primary.id],
      { deleted: true, lock: true, unseen: true },
    );
    await this.store.updateMany(earlier.map((each) => [each, { merged_into_id: duplicate.id }]));
    await this.#giveBack(merge);
    await this.repository.forget(merge);
    return restored;
  }

  async #giveBack({ primary_id, duplicate_id, deals, activity_ids }: Merge): Promise<void> {
    const moved = await this.activities.findAll(['id = any(?::text[])', activity_ids], { lock: true, unseen: true });
    await this.activities.updateMany(moved.map((activity) => [activity, { contact_id: duplicate_id }]));
    const before = new Map(deals.map(({ id, contact_ids }) => [id, contact_ids]));
    const now = await this.deals.findAll(['id = any(?::text[])', [...before.keys()]], { lock: true, unseen: true });
    await this.deals.updateMany(
      now.flatMap((deal) => {
        const then = before.get(deal.id)!;
        if (isDeepStrictEqual(deal.contact_ids, replaced(then, duplicate_id, primary_id)))
          return [[deal, { contact_ids: then }] as const];
        if (!deal.contact_ids.includes(primary_id)) return [];
        const contact_ids = then.includes(primary_id)
          ? [...deal.contact_ids, duplicate_id]
          : replaced(deal.contact_ids, primary_id, duplicate_id);
        return [[deal, { contact_ids }] as const];
      }),
    );
  }

  #dealsOf(contactId: string, lock: boolean): Promise<Deal[]> {
    const named = [`${currentContext().workspaceId} ${contactId}`];
    const condition = `contact_ids <> '{}' and in_workspace(workspace_id, contact_ids) @> ?::text[]`;
    return this.deals.findAll([condition, named], { lock, unseen: true });
  }

  /** Both contacts, locked in id order to avoid deadlocks. */
  async #both(primaryId: string, duplicateId: string, lock: boolean): Promise<(Contact | undefined)[]> {
    const found = await this.store.findAll(['id = any(?::text[])', [primaryId, duplicateId]], { lock, unseen: true });
    return [primaryId, duplicateId].map((wanted) => found.find(({ id }) => id === wanted));
  }
}

/** Replaces an id in a list, without duplicates. */
const replaced = (ids: string[], from: string, to: string): string[] => [
  ...new Set(ids.map((id) => (id === from ? to : id))),
];
