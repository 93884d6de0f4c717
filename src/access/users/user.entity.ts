import { Column } from 'typeorm';
import { RecordEntity } from '../../platform/resource/record.entity.js';
import { ResourceEntity } from '../../platform/resource/stores.module.js';
import { users } from './user.resource.js';

@ResourceEntity(users, 'users')
export class User extends RecordEntity {
  @Column('text') email: string;
  @Column('text') display_name: string;
  @Column('text') status: string;
  /** Parts of his name and his id at an identity provider, where one has told them. */
  @Column('text', { nullable: true }) given_name: string | null;
  @Column('text', { nullable: true }) family_name: string | null;
  @Column('text', { nullable: true }) external_id: string | null;
  /** The roles he has himself; those of his groups come on top. */
  @Column('text', { array: true }) roles: string[];
  /** argon2id; null until he has chosen a password. */
  @Column('text', { nullable: true }) password_hash: string | null;
}
