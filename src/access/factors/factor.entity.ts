import { Choice, Id, Int, RecordEntity, ResourceEntity, Text, Texts, Timestamp } from '../../platform/index.js';
import { FACTOR_TYPES, factors } from './factor.resource.js';

/** A second factor of a user. */
@ResourceEntity(factors, 'factors')
export class Factor extends RecordEntity {
  @Id('usr', { description: 'User of the factor.' }) user_id: string;
  @Choice(FACTOR_TYPES, {
    description: '`totp`: codes of an authenticator app (RFC 6238). `passkey`: a WebAuthn credential.',
  })
  type: (typeof FACTOR_TYPES)[number];
  @Text({ description: 'Name.', example: 'Authenticator app' }) name: string;
  /** TOTP: the shared secret, encrypted. */
  @Text({ max: 1_000, nullable: true, audit: 'nothing' }) secret: string | null;
  /** TOTP: time step of the last accepted code. */
  @Int({ big: true, nullable: true, audit: 'nothing' }) last_step: number | null;
  /** Passkey: credential id and public key (COSE), in base64url, and the signature counter. */
  @Text({ max: 2_000, nullable: true, audit: 'nothing' }) credential_id: string | null;
  @Text({ max: 10_000, nullable: true, audit: 'nothing' }) public_key: string | null;
  @Int({ big: true, nullable: true, audit: 'nothing' }) counter: number | null;
  @Texts({ nullable: true, maxItems: 20, maxLength: 50, audit: 'nothing' }) transports: string[] | null;
  @Timestamp({ nullable: true, description: 'Time of the last use.' }) last_used_at: string | null;
}
