import { Choice, Email, Flag, RecordEntity, ResourceEntity, Text } from '../../platform/index.js';
import { Roles } from '../roles/roles.fields.js';
import { USER_STATUSES, users } from './user.resource.js';

@ResourceEntity(users, 'users')
export class User extends RecordEntity {
  @Email({ description: 'Unique in the workspace, in any case.' }) email: string;
  @Text({ example: 'Ada Lovelace', description: 'The name that is shown.' }) display_name: string;
  @Choice(USER_STATUSES, {
    default: 'pending',
    description: '`pending` until they have a password, `active`, or `suspended`.',
  })
  status: string;
  /** Parts of the name and the id at an identity provider, where one has told them. */
  @Text({ nullable: true, description: 'The first name, where an identity provider told it.' }) given_name:
    string | null;
  @Text({ nullable: true, description: 'The last name, where an identity provider told it.' }) family_name:
    string | null;
  @Text({ nullable: true, description: 'The id at the identity provider.' }) external_id: string | null;
  @Roles({ default: [], description: "The user's own roles; those of their groups come on top." }) roles: string[];
  @Flag({ default: false, description: 'Whether they may look after the deployment; only the command line says so.' })
  operator: boolean;
  /** argon2id; null until a password has been chosen. */
  @Text({ nullable: true, audit: 'nothing' }) password_hash: string | null;
}
