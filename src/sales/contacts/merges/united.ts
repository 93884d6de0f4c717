import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '../../../platform/index.js';
import type { Contact } from '../contact.entity.js';
import { changed, type CustomValues } from '../custom-fields.js';

const FILLED = ['display_name', 'email', 'organization_name', 'phone'] as const;
const MAX_TAGS = 50;

/** Fields changed by a merge. */
export type Facts = Pick<Contact, (typeof FILLED)[number] | 'custom_fields' | 'tags'>;

export const factsOf = ({ display_name, email, organization_name, phone, custom_fields, tags }: Contact): Facts => ({
  display_name,
  email,
  organization_name,
  phone,
  custom_fields,
  tags,
});

/** The primary, with missing fields filled from the duplicate. 400 if the result exceeds the limits of a contact. */
export function united(primary: Contact, duplicate: Contact): Facts {
  const filled = Object.fromEntries(FILLED.map((field) => [field, primary[field] ?? duplicate[field]]));
  const tags = [...new Set([...primary.tags, ...duplicate.tags])];
  if (tags.length > MAX_TAGS)
    throw invalidField('duplicate_id', 'too_many', `Together they have more than ${MAX_TAGS} tags.`);
  const custom_fields = changed(duplicate.custom_fields, primary.custom_fields);
  return { ...(filled as Pick<Facts, (typeof FILLED)[number]>), custom_fields, tags };
}

/** The contact without the merged values, as far as they have not been changed since. */
export function divided(now: Contact, before: Facts, after: Facts): Facts {
  const filled = Object.fromEntries(
    FILLED.map((field) => [field, now[field] === after[field] ? before[field] : now[field]]),
  ) as Pick<Facts, (typeof FILLED)[number]>;
  const brought = (name: string) =>
    !Object.hasOwn(before.custom_fields, name) && isDeepStrictEqual(now.custom_fields[name], after.custom_fields[name]);
  const custom_fields: CustomValues = Object.fromEntries(
    Object.entries(now.custom_fields).filter(([name]) => !brought(name)),
  );
  const tags = now.tags.filter((tag) => before.tags.includes(tag) || !after.tags.includes(tag));
  // The merged name or address may be the only one left.
  const { display_name, email } = now;
  const facts = filled.display_name || filled.email ? filled : { ...filled, display_name, email };
  return { ...facts, custom_fields, tags };
}
