import { Column } from 'typeorm';
import { RecordEntity } from '../../platform/resource/record.entity.js';
import { ResourceEntity } from '../../platform/resource/stores.module.js';
import { groups } from './group.resource.js';

@ResourceEntity(groups, 'groups')
export class Group extends RecordEntity {
  @Column('text') name: string;
  @Column('text') description: string;
  @Column('text', { array: true }) roles: string[];
  /** Its id at an identity provider, where one has told it. */
  @Column('text', { nullable: true }) external_id: string | null;
  /** Kept by whoever adds and removes members, in the same transaction. */
  @Column('integer') member_count: number;
}
