import {
  Choice,
  type Condition,
  type Conditions,
  countTable,
  currentContext,
  Flag,
  Id,
  ListOf,
  Nested,
  NestedList,
  PartialType,
  PickType,
  type RowRule,
  Text,
  ViewType,
  Where,
} from '../../platform/index.js';
import { Session } from '../sessions/session.entity.js';
import { User } from './user.entity.js';
import { ROLE_NAMES } from '../roles/roles.js';
import { Roles } from '../roles/roles.fields.js';
import { SESSION_STATUSES } from '../sessions/session.resource.js';

export class CreateUser extends PickType(User, ['email', 'roles']) {
  @Text({ optional: true, description: 'Default: the part of the address before the @.' }) display_name?: string;
  @Flag({ default: true, description: 'Send a message with which the user chooses a password. Default: true.' })
  send_invite: boolean;
}

export class UpdateUser extends PartialType(PickType(User, ['display_name', 'roles'])) {}

/** Begins with a text, whatever the case. A range serves from an index also where the text is a parameter. */
const begins = (column: string) =>
  `(lower(${column}) ~>=~ lower(?::text) and lower(${column}) ~<~ (lower(?::text) || chr(1114111)))`;

/** How many users have a role, directly or through groups. */
const holders = countTable('access.user_role', 'user_roles', ['role']);

/** A role that a user has directly, or through a group. */
const byRole = (role: string): Condition => [
  'id in (select user_id from user_roles where workspace_id = ? and role = ?)',
  currentContext().workspaceId,
  role,
];

export class UserQuery extends ListOf(User, {
  filter: ['status'],
  sort: ['created_at', 'updated_at', 'email', 'display_name'],
}) {
  static override total = ({ role, status, q }: UserQuery, where: Conditions, _: unknown, visible: RowRule) =>
    role && !status && !q && visible === 'all' ? holders({ role }, where) : undefined;

  @Choice(ROLE_NAMES, { optional: true, description: 'A role that the user has directly or through a group.' })
  @Where(byRole)
  role?: string;

  @Text({ max: 100, optional: true, description: 'The beginning of the email or the display name, in any case.' })
  @Where((q: string) => [`(${begins('email')} or ${begins('display_name')})`, q, q, q, q])
  q?: string;
}

const ShownEmail = () =>
  Text({ max: 254, empty: true, example: 'ada@example.com', description: 'Empty for deleted users.' });

/** The answer to a create. */
export class CreatedUser extends ViewType(User, ['id', 'email', 'display_name', 'status', 'created_at']) {
  @ShownEmail() override email: string;
}

/** A user in a list. */
export class UserItem extends ViewType(User, [
  'id',
  'email',
  'display_name',
  'status',
  'created_at',
  'roles',
  'updated_at',
]) {
  @ShownEmail() override email: string;
}

export class UserGroup {
  @Id('grp', { description: 'The id of the group.' }) id: string;
  @Text({ description: 'What it is called.' }) name: string;
}

export class LastSession extends ViewType(Session, [
  'id',
  'auth_method',
  'ip_address',
  'user_agent',
  'created_at',
  'last_active_at',
]) {
  @Choice(SESSION_STATUSES, { description: 'Whether it still works.' }) status: string;
}

export class UserView extends UserItem {
  @NestedList(() => UserGroup, { description: 'The groups that the user is in.' }) groups: UserGroup[];
  @Roles({ description: "The user's own and those of their groups. They give nothing unless the user is active." })
  effective_roles: string[];
  @Nested(() => LastSession, {
    nullable: true,
    description: 'The session that was used last; null where there is none.',
  })
  last_session: LastSession | null;
}

/** The answer where a message goes out. */
export class MessageView {
  @Choice(['sent'], { description: 'The message is written down and goes out as soon as the mail server takes it.' })
  status: string;
}
