import { isId } from '../../platform/index.js';
import { MAX_MEMBERS } from './scim.dto.js';
import { ScimError } from './scim.errors.js';

/** Unique user ids of a member list. Nested groups are rejected. */
export function memberIds(members: unknown): string[] {
  const named = [members].flat();
  if (named.length > MAX_MEMBERS)
    throw new ScimError('invalidValue', `A request must name at most ${MAX_MEMBERS} members.`);
  const ids = named.map((member) => {
    const { value, type, $ref } = (member ?? {}) as Record<string, unknown>;
    if (typeof value !== 'string')
      throw new ScimError('invalidValue', 'Every member must have a value: the id of a user.');
    if (isId('grp', value) || /^group$/i.test(String(type)) || /\/Groups\//.test(String($ref)))
      throw new ScimError('invalidValue', 'Members must be users: a group cannot contain a group.');
    return value;
  });
  return [...new Set(ids)];
}
