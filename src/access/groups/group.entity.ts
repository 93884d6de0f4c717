import { Int, LongText, RecordEntity, ResourceEntity, Text } from '../../platform/index.js';
import { Roles } from '../roles/roles.fields.js';
import { groups } from './group.resource.js';

@ResourceEntity(groups, 'groups')
export class Group extends RecordEntity {
  @Text({ description: 'Unique in the workspace, in any case.', example: 'Engineering' }) name: string;
  @LongText({ max: 10_000, default: '', audit: 'values', description: 'What the group is for.' }) description: string;
  @Roles({ default: [], description: 'What every member gets on top of their own roles, at once.' }) roles: string[];
  /** Its id at an identity provider, where one has told it. */
  @Text({ nullable: true }) external_id: string | null;
  /** Kept by whatever adds and removes members, in the same transaction. */
  @Int({ min: 0, default: 0, description: 'How many users are in the group.' }) member_count: number;
}
