import type { Credential, RowRule } from '../../platform/index.js';

/** Callers with a scope of access see everybody's records, as they answer for their changes; others see their own. */
export const ownOrAll =
  (column: string) =>
  (who: Credential): RowRule =>
    who.scopes.has('access:read') || who.scopes.has('access:write') ? 'all' : [{ [column]: ownId(who) }];

/** The user who is signed in; an API key is nobody. */
export const ownId = ({ kind, user_id }: Credential): string | undefined => (kind === 'api_key' ? undefined : user_id);
