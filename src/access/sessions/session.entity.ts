import { Choice, Id, RecordEntity, ResourceEntity, Text, Timestamp } from '../../platform/index.js';
import { AUTH_METHODS, sessions } from './session.resource.js';

@ResourceEntity(sessions, 'sessions')
export class Session extends RecordEntity {
  @Id('usr', { description: 'The user who is signed in.' }) user_id: string;
  @Choice(AUTH_METHODS, { description: 'How the user signed in; `oauth` for a grant to a client.' })
  auth_method: string;
  @Id('cli', { nullable: true, description: 'The OAuth client, for grants.' }) client_id: string | null;
  /** SHA-256 of the cookie, in hex, for sessions of a browser. */
  @Text({ nullable: true, audit: 'nothing' }) cookie_hash: string | null;
  @Text({ nullable: true, description: 'The address that it began from.' }) ip_address: string | null;
  @Text({ max: 500, nullable: true, description: 'What the browser or client called itself.' }) user_agent:
    string | null;
  @Timestamp({ description: 'Kept to within a minute.' }) last_active_at: string;
  @Timestamp({ description: 'When it ends by itself.' }) expires_at: string;
  /** When it was revoked; one that merely expires has only `expires_at`. */
  @Timestamp({ nullable: true }) revoked_at: string | null;
  @Text({ nullable: true }) reason: string | null;
}
