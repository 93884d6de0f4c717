import { Choice, Id, RecordEntity, ResourceEntity, Text, Timestamp } from '../../platform/index.js';
import { AUTH_METHODS, sessions } from './session.resource.js';

@ResourceEntity(sessions, 'sessions')
export class Session extends RecordEntity {
  @Id('usr', { description: 'User of the session.' }) user_id: string;
  @Choice(AUTH_METHODS, { description: 'Authentication method; `oauth` for a grant to a client.' })
  auth_method: string;
  @Id('cli', { nullable: true, description: 'OAuth client of a grant.' }) client_id: string | null;
  /** SHA-256 of the cookie, in hex, for sessions of a browser. */
  @Text({ nullable: true, audit: 'nothing' }) cookie_hash: string | null;
  @Text({ nullable: true, description: 'Network address at the start of the session.' }) ip_address: string | null;
  @Text({ max: 500, nullable: true, description: 'User agent of the browser or client.' }) user_agent: string | null;
  @Timestamp({ description: 'Accurate to a minute.' }) last_active_at: string;
  @Timestamp({ description: 'Time of expiry.' }) expires_at: string;
  /** When it was revoked; one that merely expires has only `expires_at`. */
  @Timestamp({ nullable: true }) revoked_at: string | null;
  @Text({ nullable: true }) reason: string | null;
}
