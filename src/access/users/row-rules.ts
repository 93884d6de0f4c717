import type { Credential, RowRule } from '../../platform/index.js';

/**
 * Row rule: callers with an access scope see the records of everybody, because they are responsible for changes; others see
 * their own.
 */
export const ownOrAll =
  (column: string) =>
  (who: Credential): RowRule =>
    who.scopes.has('access:read') || who.scopes.has('access:write') ? 'all' : [{ [column]: ownId(who) }];

/** The signed-in user; undefined for an API key. */
export const ownId = ({ kind, user_id }: Credential): string | undefined => (kind === 'api_key' ? undefined : user_id);
