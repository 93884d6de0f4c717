import { currentContext } from '../../platform/context/request-context.js';
import { Choice, Email, Flag, Id, Nested, NestedList, Text, Timestamp } from '../../platform/fields/fields.js';
import { PageQuery } from '../../platform/resource/page.js';
import { ROLE_NAMES } from '../roles/roles.js';
import { Roles } from '../roles/roles.fields.js';
import { AUTH_METHODS, SESSION_STATUSES } from '../sessions/session.resource.js';
import { USER_STATUSES } from './user.resource.js';

export class CreateUser {
  @Email() email: string;
  @Text({ optional: true, description: 'Default: what stands before the @ of the address.' }) display_name?: string;
  @Roles({ optional: true }) roles: string[] = [];
  @Flag({ optional: true, description: 'Send a message with which the user chooses a password. Default: true.' })
  send_invite = true;
}

export class UpdateUser {
  @Text({ optional: true }) display_name?: string;
  @Roles({ optional: true }) roles?: string[];
}

/** Begins with a text, whatever the case. A range serves from an index also where the text is a parameter. */
const begins = (column: string) =>
  `(lower(${column}) ~>=~ lower(?::text) and lower(${column}) ~<~ (lower(?::text) || chr(1114111)))`;

export class UserQuery extends PageQuery {
  static override sorts = ['created_at', 'updated_at', 'email', 'display_name'];
  static override filters = {
    role: (role: string): [string, ...unknown[]] => [
      `(roles <> '{}' and in_workspace(workspace_id, roles) @> array[$1 || ' ' || ?] or id in (select m.user_id from groups g
         join group_members m on m.workspace_id = g.workspace_id and m.group_id = g.id
        where g.workspace_id = ? and g.roles @> array[?::text]))`,
      role,
      currentContext().workspaceId,
      role,
    ],
    q: (q: string): [string, ...unknown[]] => [`(${begins('email')} or ${begins('display_name')})`, q, q, q, q],
  };

  @Choice(USER_STATUSES, { optional: true }) status?: string;
  @Choice(ROLE_NAMES, { optional: true, description: 'A role that the user has himself or through a group.' })
  role?: string;
  @Text({ max: 100, optional: true, description: 'What the email or the display name begins with, in any case.' })
  q?: string;
}

/** What creating answers. */
export class CreatedUser {
  @Id('usr') id: string;
  @Text({ max: 254, empty: true, example: 'ada@example.com', description: 'Empty for deleted users.' }) email: string;
  @Text({ example: 'Ada Lovelace' }) display_name: string;
  @Choice(USER_STATUSES) status: string;
  @Timestamp() created_at: string;
}

/** A user in a list. */
export class UserItem extends CreatedUser {
  @Roles({ description: 'The roles he has himself; those of his groups come on top.' }) roles: string[];
  @Timestamp() updated_at: string;
}

export class UserGroup {
  @Id('grp') id: string;
  @Text() name: string;
}

export class LastSession {
  @Id('ses') id: string;
  @Choice(SESSION_STATUSES) status: string;
  @Choice(AUTH_METHODS) auth_method: string;
  @Text({ nullable: true }) ip_address: string | null;
  @Text({ nullable: true }) user_agent: string | null;
  @Timestamp() created_at: string;
  @Timestamp({ description: 'Kept to within a minute.' }) last_active_at: string;
}

export class UserView extends UserItem {
  @NestedList(() => UserGroup) groups: UserGroup[];
  @Roles({ description: 'His own and those of his groups. They give nothing unless he is active.' })
  effective_roles: string[];
  @Nested(() => LastSession, { nullable: true }) last_session: LastSession | null;
}

/** The answer where a message goes out. */
export class MessageView {
  @Choice(['sent'], { description: 'The message is written down and goes out as soon as the mail server takes it.' })
  status: string;
}
