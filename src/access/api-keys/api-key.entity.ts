import {
  Flag,
  GRANTABLE_SCOPES,
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
  @Text({ description: 'What the key is for.' }) name: string;
  @Texts({ minItems: 1, maxItems: 20, maxLength: 40, among: GRANTABLE_SCOPES, description: 'What the key may do.' })
  scopes: string[];
  @Flag({ default: false, description: 'Whether it may look after the deployment; only the command line says so.' })
  operator: boolean;
  /** SHA-256 of the key, in hex. */
  @Text({ audit: 'nothing' }) hash: string;
  @Text({ description: 'How the key begins.' }) key_prefix: string;
  @Text({ description: 'How the key ends.' }) last_four: string;
  @Id('usr', { description: 'The user who made the key; what is made with it belongs to them.' }) created_by: string;
  @Timestamp({ optional: true, nullable: true, description: 'When it stops working; null: never.' }) expires_at:
    string | null;
  @Timestamp({ nullable: true }) revoked_at: string | null;
  /** When a rotation gave it a last day. */
  @Timestamp({ nullable: true }) rotated_at: string | null;
  /** Its end before that. */
  @Timestamp({ nullable: true }) planned_end: string | null;
  @Id('key', { nullable: true, description: 'The key that this one replaces.' }) rotated_from: string | null;
  @Timestamp({ nullable: true, description: 'When it was used last; null where it never was.' }) last_used_at:
    string | null;
  @Text({ nullable: true, description: 'The address that it was last used from.' }) last_used_ip: string | null;
}
