import {
  allResources,
  contextIfAny,
  type Credential,
  defineResource,
  feedOf,
  hasReadScope,
  type Resource,
  REVIEWS,
  type RowRule,
} from '../../platform/index.js';

/** Types of records that items may be about, as far as a credential may read them at all. */
export function typesFor(who: Credential): string[] {
  const restrictions = contextIfAny()?.restrictions;
  return [...allResources().values()]
    .filter((resource) => isTold(resource) && hasReadScope(resource, who))
    .filter((resource) => !restrictions?.deny(resource, 'read'))
    .map(({ type }) => type);
}

/** Types of records that people are told of, though not of their changes. */
const WITHOUT_FEED = ['imports.import', 'webhooks.webhook', REVIEWS];

/** Whether items can be about records of a type. */
export const isTold = (resource: Resource): boolean =>
  feedOf(resource) !== undefined || WITHOUT_FEED.includes(resource.type);

/** The items of the person behind a credential about records that it may read; see also `ItemStore`. Keys have none. */
const own = (who: Credential): RowRule => {
  if (who.kind === 'api_key') return [];
  const types = typesFor(who);
  return [{ user_id: who.user_id, record_type: types, part_type: ['', ...types] }];
};

/** Notices of a person (D-NTF-1). They hold ids only: names are read with the rights of whoever reads the inbox. */
export const items = defineResource('inbox.item', {
  idPrefix: 'ibi',
  userColumns: ['actor_id'],
  visible: own,
  writable: own,
});
