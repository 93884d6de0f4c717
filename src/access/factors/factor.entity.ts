import { Choice, Id, Int, RecordEntity, ResourceEntity, Text, Texts, Timestamp } from '../../platform/index.js';
import { FACTOR_TYPES, factors } from './factor.resource.js';

/** Something besides the password with which a user proves their identity. */
@ResourceEntity(factors, 'factors')
export class Factor extends RecordEntity {
  @Id('usr', { description: 'User of the factor.' }) user_id: string;
  @Choice(FACTOR_TYPES, {
    description: '`totp`: codes of an authenticator app (RFC 6238). `passkey`: a WebAuthn credential.',
  })
  type: (typeof FACTOR_TYPES)[number];
  @Text({ description: 'Name.', example: 'Authenticator app' }) name: string;
  /** Of TOTP: the shared secret, encrypted. */
  @Text({ max: 1_000, nullable: true, audit: 'nothing' }) secret: string | null;
  /** Of TOTP: the last time step of which a code was accepted. */
  @Int({ big: true, nullable: true, audit: 'nothing' }) last_step: number | null;
  /** Of a passkey: its id and its public key (COSE), both in base64url, and how often it had signed at its last use. */
  @Text({ max: 2_000, nullable: true, audit: 'nothing' }) credential_id: string | null;
  @Text({ max: 10_000, nullable: true, audit: 'nothing' }) public_key: string | null;
  @Int({ big: true, nullable: true, audit: 'nothing' }) counter: number | null;
  @Texts({ nullable: true, maxItems: 20, maxLength: 50, audit: 'nothing' }) transports: string[] | null;
  @Timestamp({ nullable: true, description: 'Time of the last use.' }) last_used_at: string | null;
}
