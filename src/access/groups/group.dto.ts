import { Id, Int, ListOf, PartialType, PickType, Texts, ViewType, Where } from '../../platform/index.js';
import { UserSummary } from '../users/user-summary.dto.js';
import { User } from '../users/user.entity.js';
import { Group } from './group.entity.js';

export class CreateGroup extends PickType(Group, ['name', 'description', 'roles']) {}

export class UpdateGroup extends PartialType(CreateGroup) {}

export class GroupQuery extends ListOf(Group, { sort: ['created_at', 'updated_at', 'name', 'member_count'] }) {
  @Int({ min: 1, max: 100, optional: true, description: 'Groups per page. Default: all, up to 1000.' })
  override limit = 1000;
}

export class GroupView extends ViewType(Group, [
  'id',
  'name',
  'description',
  'roles',
  'member_count',
  'created_at',
  'updated_at',
]) {}

export class AddMembers {
  @Texts({
    minItems: 1,
    maxItems: 100,
    maxLength: 40,
    idPrefix: 'usr',
    description: 'Ids of users.',
    example: ['usr_01jz8k3m5n7p9q1r3s5t7v9w1x'],
  })
  user_ids: string[];
}

export class AddedMembers {
  @Id('grp', { description: 'The id of the group.' }) id: string;
  @Int({ min: 0, description: 'Number of users in the group after the change.' }) member_count: number;
  @Int({ min: 0, description: 'Number of users added who were not members before.' }) added: number;
}

export class MemberQuery extends ListOf(User, { filter: ['status'], sort: ['created_at', 'email', 'display_name'] }) {}

/** The members of one group; the path names it. */
export class MembersOf extends MemberQuery {
  @Id('grp', { description: 'The group.' })
  @Where((id: string) => ['id in (select user_id from group_members where workspace_id = $1 and group_id = ?)', id], {
    join: true,
  })
  group_id: string;
}

export class MemberView extends UserSummary {}
