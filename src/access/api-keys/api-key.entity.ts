import {
  Flag,
  grantableScopes,
  Id,
  RecordEntity,
  ResourceEntity,
  Text,
  Texts,
  Timestamp,
} from '../../platform/index.js';
import { apiKeys } from './api-key.resource.js';

@ResourceEntity(apiKeys, 'api_keys')
export class ApiKey extends RecordEntity {
  @Text({ description: 'Purpose of the key.' }) name: string;
  @Texts({
    minItems: 1,
    maxItems: Math.max(20, grantableScopes().length),
    maxLength: 40,
    among: grantableScopes(),
    description: 'Scopes of the key.',
  })
  scopes: string[];
  @Flag({
    default: false,
    description: 'Whether the key has operator rights on the deployment. Only the command line sets it.',
  })
  operator: boolean;
  /** SHA-256 of the key, in hex. */
  @Text({ audit: 'nothing' }) hash: string;
  @Text({ description: 'First characters of the key.' }) key_prefix: string;
  @Text({ description: 'Last characters of the key.' }) last_four: string;
  @Id('usr', { description: 'User who created the key. They own the records that the key creates.' })
  created_by: string;
  /** The OAuth grant with which it was created, and with whose end it ends; null if none. */
  @Text({ nullable: true }) made_through: string | null;
  @Timestamp({ optional: true, nullable: true, description: 'Time of expiry; null: never.' }) expires_at: string | null;
  @Timestamp({ nullable: true }) revoked_at: string | null;
  /** Time of the rotation that limited its lifetime. */
  @Timestamp({ nullable: true }) rotated_at: string | null;
  /** Its expiry before the rotation. */
  @Timestamp({ nullable: true }) planned_end: string | null;
  @Id('key', { nullable: true, description: 'Id of the key that this key replaced by rotation.' }) rotated_from:
    string | null;
  @Timestamp({ nullable: true, description: 'Time of the last use; null if never used.' }) last_used_at: string | null;
  @Text({ nullable: true, description: 'Network address of the last use.' }) last_used_ip: string | null;
}
