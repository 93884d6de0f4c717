import { Int, LongText, RecordEntity, ResourceEntity, Tally, Text } from '../../platform/index.js';
import { Roles } from '../roles/roles.fields.js';
import { groups } from './group.resource.js';

@ResourceEntity(groups, 'groups')
export class Group extends RecordEntity {
  @Text({ description: 'Unique in the workspace; case is ignored.', example: 'Engineering' }) name: string;
  @LongText({ max: 10_000, default: '', audit: 'values', description: 'Purpose of the group.' }) description: string;
  @Roles({
    default: [],
    description: 'Roles that all members have in addition to their own. A change takes effect at once.',
  })
  roles: string[];
  /** Id at the identity provider, if provisioned. */
  @Text({ nullable: true }) external_id: string | null;
  /** Maintained in the transaction that changes members. */
  @Tally({
    of: 'access.user',
    from: 'group_members m join users u on u.workspace_id = m.workspace_id and u.id = m.user_id',
    row: 'u',
    by: 'm.group_id',
    sql: 'count(*)::int',
    none: 0,
  })
  @Int({ min: 0, default: 0, description: 'Number of users in the group.' })
  member_count: number;
}
