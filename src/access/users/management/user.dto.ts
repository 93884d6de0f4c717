import {
  Choice,
  type Condition,
  Flag,
  Id,
  ListOf,
  Nested,
  NestedList,
  PartialType,
  PickType,
  Text,
  ViewType,
  Where,
} from '../../../platform/index.js';
import { Session } from '../../sessions/session.entity.js';
import { User } from '../user.entity.js';
import { ShownEmail, UserSummary } from '../user-summary.dto.js';
import { HOLDER_ROW, holdersOf } from '../user.repository.js';
import { ROLE_NAMES } from '../../roles/roles.js';
import { Roles } from '../../roles/roles.fields.js';
import { SESSION_STATUSES } from '../../sessions/session.resource.js';

export class CreateUser extends PickType(User, ['email', 'roles', 'language']) {
  @Text({ optional: true, description: 'Default: the local part of the address, before the @.' }) display_name?: string;
  @Flag({ default: true, description: 'Whether to mail the user a link to choose a password. Default: true.' })
  send_invite: boolean;
}

export class UpdateUser extends PartialType(PickType(User, ['display_name', 'roles', 'language'])) {}

/** A role that a user has directly, or through a group. */
const byRole = (role: string): Condition => [`id in (${holdersOf('?')})`, [role], [role]];

export class UserQuery extends ListOf(User, {
  filter: ['status'],
  sort: ['created_at', 'updated_at', 'email', 'display_name'],
}) {
  @Choice(ROLE_NAMES, { optional: true, description: 'Only users with this role, direct or through a group.' })
  @Where(byRole, { index: 'gin', rowForm: HOLDER_ROW })
  role?: string;
}

const InviteLink = () =>
  Text({
    max: 2048,
    secret: true,
    optional: true,
    description:
      'Link of the invitation, to hand over; it works once. Present for admins of access on deployments without a mail server.',
  });

/** The answer to a create. */
export class CreatedUser extends UserSummary {
  @InviteLink() invite_link?: string;
}

/** A user in a list. */
export class UserItem extends ViewType(User, [
  'id',
  'email',
  'display_name',
  'status',
  'language',
  'created_at',
  'roles',
  'updated_at',
]) {
  @ShownEmail() override email: string;
}

export class UserGroup {
  @Id('grp', { description: 'The id of the group.' }) id: string;
  @Text({ description: 'Name.' }) name: string;
}

export class LastSession extends ViewType(Session, [
  'id',
  'auth_method',
  'ip_address',
  'user_agent',
  'created_at',
  'last_active_at',
]) {
  @Choice(SESSION_STATUSES, { description: 'Whether the session is active.' }) status: string;
}

export class UserView extends UserItem {
  @NestedList(() => UserGroup, { description: 'Groups of the user.' }) groups: UserGroup[];
  @Roles({ description: 'Roles of the user and of their groups. They take effect only while the user is active.' })
  effective_roles: string[];
  @Nested(() => LastSession, {
    nullable: true,
    description: 'Session with the most recent use; null without sessions.',
  })
  last_session: LastSession | null;
}

/** The answer where a message goes out. */
export class MessageView {
  @Choice(['sent'], { description: 'The message is stored and is sent when the mail server accepts it.' })
  status: string;
}

export class InvitationView extends MessageView {
  @InviteLink() invite_link?: string;
}
