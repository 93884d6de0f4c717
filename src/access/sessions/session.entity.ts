import { Choice, Id, RecordEntity, ResourceEntity, Text, Texts, Timestamp } from '../../platform/index.js';
import { AUTH_METHODS, sessions } from './session.resource.js';

@ResourceEntity(sessions, 'sessions')
export class Session extends RecordEntity {
  @Id('usr', { description: 'User of the session.' }) user_id: string;
  @Choice(AUTH_METHODS, { description: 'Authentication method; `oauth` for a grant to a client.' })
  auth_method: string;
  @Id('cli', { nullable: true, description: 'OAuth client of a grant.' }) client_id: string | null;
  @Id('idp', {
    nullable: true,
    description: 'Identity provider at which the session began; of a grant: the session in which it was given.',
  })
  provider_id: string | null;
  /** The session at the identity provider (claim `sid`). */
  @Text({ nullable: true, audit: 'nothing' }) provider_session: string | null;
  /** SHA-256 of the cookie, in hex, for sessions of a browser. */
  @Text({ nullable: true, audit: 'nothing' }) cookie_hash: string | null;
  @Text({ nullable: true, description: 'Network address at the start of the session.' }) ip_address: string | null;
  @Text({ max: 500, nullable: true, description: 'User agent of the browser or client.' }) user_agent: string | null;
  @Timestamp({ description: 'Accurate to a minute.' }) last_active_at: string;
  @Texts({
    default: [],
    maxItems: 10,
    maxLength: 20,
    description: 'Methods by which the user proved their identity (RFC 8176): `pwd`, `otp`, `mfa`. Empty for grants.',
  })
  amr: string[];
  @Timestamp({
    nullable: true,
    description:
      'Time of the last proof of identity; of a grant: in the session in which it was given. Null if an identity provider does not tell.',
  })
  auth_time: string | null;
  @Timestamp({ description: 'Time of expiry. Each use of a browser session moves it, up to `max_expires_at`.' })
  expires_at: string;
  @Timestamp({ nullable: true, description: 'Latest time of expiry of a browser session; null for grants.' })
  max_expires_at: string | null;
  /** When it was revoked; one that merely expires has only `expires_at`. */
  @Timestamp({ nullable: true }) revoked_at: string | null;
  @Text({ nullable: true }) reason: string | null;
}
