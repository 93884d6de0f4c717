import { conflictError, defineResource } from '../../platform/index.js';
import { ownId, ownOrAll } from '../users/row-rules.js';

export const FACTOR_TYPES = ['totp', 'passkey'] as const;

export const factors = defineResource('access.factor', {
  idPrefix: 'fct',
  feed: { within: ['user_id'] },
  errors: { alreadySet: conflictError('The user has an authenticator app already. Remove it first.') },
  constraints: { factors_totp: 'alreadySet' },
  visible: ownOrAll('user_id'),
  writable: (who) => (who.isEditor('access') && who.scopes.has('access:write') ? 'all' : [{ user_id: ownId(who) }]),
});
