import { Choice, Id, Int, LongText, Text, Texts, Timestamp } from '../../platform/fields/fields.js';
import type { Conditions } from '../../platform/resource/conditions.js';
import { PageQuery } from '../../platform/resource/page.js';
import { Roles } from '../roles/roles.fields.js';
import { CreatedUser } from '../users/user.dto.js';
import { USER_STATUSES } from '../users/user.resource.js';
import { currentContext } from '../../platform/context/request-context.js';

const description = { max: 10_000 };

export class CreateGroup {
  @Text() name: string;
  @LongText({ ...description, optional: true }) description = '';
  @Roles({ optional: true, description: 'What every member gets on top of his own roles.' }) roles: string[] = [];
}

export class UpdateGroup {
  @Text({ optional: true }) name?: string;
  @LongText({ ...description, optional: true }) description?: string;
  @Roles({ optional: true, description: 'They apply to all members at once.' }) roles?: string[];
}

export class GroupQuery extends PageQuery {
  static override sorts = ['created_at', 'updated_at', 'name', 'member_count'];

  @Int({ min: 1, max: 100, optional: true, description: 'Groups on a page. Default: all, up to 1000.' })
  override limit = 1000;
}

export class GroupView {
  @Id('grp') id: string;
  @Text() name: string;
  @LongText(description) description: string;
  @Roles() roles: string[];
  @Int({ min: 0 }) member_count: number;
  @Timestamp() created_at: string;
  @Timestamp() updated_at: string;
}

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
  @Id('grp') id: string;
  @Int({ min: 0 }) member_count: number;
  @Int({ min: 0, description: 'How many of the users were no members before.' }) added: number;
}

export class MemberQuery extends PageQuery {
  static override sorts = ['created_at', 'email', 'display_name'];

  @Choice(USER_STATUSES, { optional: true }) status?: string;
}

/** The members of one group; the path names it. */
export class MembersOf extends MemberQuery {
  static override filters = {
    group_id: (id: string): [string, ...unknown[]] => [
      'id in (select user_id from group_members where workspace_id = ? and group_id = ?)',
      currentContext().workspaceId,
      id,
    ],
  };

  /** Whoever adds and removes members keeps their number. */
  static override total = ({ status, group_id }: MembersOf, where: Conditions): string | undefined =>
    status ? undefined : `(select member_count from groups where workspace_id = $1 and id = ${where.value(group_id)})`;

  @Id('grp') group_id: string;
}

export class MemberView extends CreatedUser {}
