import {
  type Conditions,
  countTable,
  currentContext,
  Id,
  Int,
  ListOf,
  PartialType,
  PickType,
  Texts,
  ViewType,
  Where,
} from '../../platform/index.js';
import { CreatedUser } from '../users/user.dto.js';
import { User } from '../users/user.entity.js';
import { Group } from './group.entity.js';

export class CreateGroup extends PickType(Group, ['name', 'description', 'roles']) {}

export class UpdateGroup extends PartialType(CreateGroup) {}

export class GroupQuery extends ListOf(Group, { sort: ['created_at', 'updated_at', 'name', 'member_count'] }) {
  @Int({ min: 1, max: 100, optional: true, description: 'Groups on a page. Default: all, up to 1000.' })
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
    description: 'Ids of users.',
    example: ['usr_01jz8k3m5n7p9q1r3s5t7v9w1x'],
  })
  user_ids: string[];
}

export class AddedMembers {
  @Id('grp', { description: 'The id of the group.' }) id: string;
  @Int({ min: 0, description: 'How many users are in the group now.' }) member_count: number;
  @Int({ min: 0, description: 'How many of the users were no members before.' }) added: number;
}

export class MemberQuery extends ListOf(User, { filter: ['status'], sort: ['created_at', 'email', 'display_name'] }) {}

/** How many members of a group have a status. */
const having = countTable('access.group_member', 'group_members', ['group_id', 'status'], { changes: true });

/** The members of one group; the path names it. */
export class MembersOf extends MemberQuery {
  /** Whatever adds and removes members keeps their number. */
  static override total = ({ status, group_id }: MembersOf, where: Conditions): string | undefined =>
    status
      ? having({ group_id, status }, where)
      : `(select member_count from groups where workspace_id = $1 and id = ${where.value(group_id)})`;

  @Id('grp', { description: 'The group.' })
  @Where((id: string, _now, { status }: MembersOf) => [
    `id in (select user_id from group_members where workspace_id = ? and group_id = ?${status ? ' and status = ?' : ''})`,
    currentContext().workspaceId,
    id,
    ...(status ? [status] : []),
  ])
  group_id: string;
}

export class MemberView extends CreatedUser {}
