import { Column } from 'typeorm';
import { RecordEntity, TimestampColumn } from '../../platform/resource/record.entity.js';
import { ResourceEntity } from '../../platform/resource/stores.module.js';
import { sessions } from './session.resource.js';

@ResourceEntity(sessions, 'sessions')
export class Session extends RecordEntity {
  @Column('text') user_id: string;
  @Column('text') auth_method: string;
  /** The OAuth client, for grants. */
  @Column('text', { nullable: true }) client_id: string | null;
  /** SHA-256 of the cookie, in hex, for sessions of a browser. */
  @Column('text', { nullable: true }) cookie_hash: string | null;
  @Column('text', { nullable: true }) ip_address: string | null;
  @Column('text', { nullable: true }) user_agent: string | null;
  @TimestampColumn() last_active_at: string;
  @TimestampColumn() expires_at: string;
  /** When it was revoked; what merely expires has only `expires_at`. */
  @TimestampColumn({ nullable: true }) revoked_at: string | null;
  @Column('text', { nullable: true }) reason: string | null;
}
