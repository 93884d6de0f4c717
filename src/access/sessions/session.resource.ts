import { Choice, defineResource, Id } from '../../platform/index.js';
import { ownId, ownOrAll } from '../users/row-rules.js';

export const SESSION_STATUSES = ['active', 'expired', 'revoked'] as const;
export const AUTH_METHODS = ['password', 'passkey', 'sso', 'oauth', 'magic_link', 'impersonation'] as const;

/** Why a session was revoked. */
const REASONS = [
  'revoked',
  'signed_out',
  'user_deactivated',
  'user_deleted',
  'password_changed',
  'token_revoked',
  'token_reused',
  'client_revoked',
  'factor_removed',
  'provider_logout',
  'provider_ended',
  'apps_restricted',
] as const;
export type Reason = (typeof REASONS)[number];

/** Days for which an ended session can still be looked at. */
export const READABLE_DAYS = 90;

class SessionRevoked {
  @Id('ses', { description: 'The session.' }) session_id: string;
  @Id('usr', { description: 'User of the session.' }) user_id: string;
  @Choice(REASONS, { description: 'Reason of the end.' }) reason: string;
}

export const sessions = defineResource('access.session', {
  idPrefix: 'ses',
  events: { revoked: SessionRevoked },
  feed: { within: ['user_id'] },
  visible: ownOrAll('user_id'),
  writable: (who) => (who.isEditor('access') && who.scopes.has('access:write') ? 'all' : [{ user_id: ownId(who) }]),
});
