import { Column } from 'typeorm';
import { RecordEntity, TimestampColumn } from '../../platform/resource/record.entity.js';
import { ResourceEntity } from '../../platform/resource/stores.module.js';
import { oauthClients } from './oauth-client.resource.js';

/** A program that asks users for access. Its id is the `client_id`. */
@ResourceEntity(oauthClients, 'oauth_clients')
export class OAuthClient extends RecordEntity {
  @Column('text') name: string;
  @Column('text') type: 'public' | 'confidential';
  /** SHA-256 of the secret, in hex; null for public clients. */
  @Column('text', { nullable: true }) secret_hash: string | null;
  @Column('text', { array: true }) redirect_uris: string[];
  @Column('text', { array: true }) scopes: string[];
  @TimestampColumn({ nullable: true }) revoked_at: string | null;
}
