import { Column } from 'typeorm';
import { RecordEntity, TimestampColumn } from '../../platform/resource/record.entity.js';
import { ResourceEntity } from '../../platform/resource/stores.module.js';
import { apiKeys } from './api-key.resource.js';

@ResourceEntity(apiKeys, 'api_keys')
export class ApiKey extends RecordEntity {
  @Column('text') name: string;
  @Column('text', { array: true }) scopes: string[];
  /** SHA-256 of the key, in hex. */
  @Column('text') hash: string;
  @Column('text') key_prefix: string;
  @Column('text') last_four: string;
  @Column('text') created_by: string;
  @TimestampColumn({ nullable: true }) expires_at: string | null;
  @TimestampColumn({ nullable: true }) revoked_at: string | null;
  /** When a rotation gave it a last day. */
  @TimestampColumn({ nullable: true }) rotated_at: string | null;
  /** Its end before that. */
  @TimestampColumn({ nullable: true }) planned_end: string | null;
  @Column('text', { nullable: true }) rotated_from: string | null;
  @TimestampColumn({ nullable: true }) last_used_at: string | null;
  @Column('text', { nullable: true }) last_used_ip: string | null;
}
