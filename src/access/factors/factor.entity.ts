import { Choice, Id, Int, RecordEntity, ResourceEntity, Text, Timestamp } from '../../platform/index.js';
import { FACTOR_TYPES, factors } from './factor.resource.js';

/** Something besides the password with which a user proves their identity. */
@ResourceEntity(factors, 'factors')
export class Factor extends RecordEntity {
  @Id('usr', { description: 'User of the factor.' }) user_id: string;
  @Choice(FACTOR_TYPES, { description: '`totp`: codes of an authenticator app (RFC 6238).' })
  type: (typeof FACTOR_TYPES)[number];
  @Text({ description: 'Name.', example: 'Authenticator app' }) name: string;
  /** Of TOTP: the shared secret, encrypted. */
  @Text({ max: 1_000, nullable: true, audit: 'nothing' }) secret: string | null;
  /** Of TOTP: the last time step of which a code was accepted. */
  @Int({ big: true, nullable: true, audit: 'nothing' }) last_step: number | null;
  @Timestamp({ nullable: true, description: 'Time of the last use.' }) last_used_at: string | null;
}
