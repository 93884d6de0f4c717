import {
  Choice,
  Email,
  Flag,
  type Language,
  LANGUAGES,
  RecordEntity,
  ResourceEntity,
  Text,
} from '../../platform/index.js';
import { Roles } from '../roles/roles.fields.js';
import { USER_STATUSES, users } from './user.resource.js';
import { UserStore } from './user.store.js';

@ResourceEntity(users, 'users', { store: UserStore })
export class User extends RecordEntity {
  @Email({ description: 'Unique in the workspace; case is ignored.' }) email: string;
  @Text({ example: 'Ada Lovelace', description: 'Display name.' }) display_name: string;
  @Choice(USER_STATUSES, {
    default: 'pending',
    description: '`pending` until they have a password, `active`, or `suspended`.',
  })
  status: string;
  /** Name parts and id from an identity provider, if provisioned. */
  @Text({ nullable: true, description: 'First name, if an identity provider supplied it.' }) given_name: string | null;
  @Text({ nullable: true, description: 'Last name, if an identity provider supplied it.' }) family_name: string | null;
  @Text({ nullable: true, description: 'Id at the identity provider.' }) external_id: string | null;
  @Choice(LANGUAGES, {
    nullable: true,
    default: null,
    description:
      'Language of mail to the user and of their console. Null: mail is in that of the workspace, and the console in that of the browser.',
  })
  language: Language | null;
  @Roles({ default: [], description: 'Direct roles of the user, without those of groups.' }) roles: string[];
  @Flag({
    default: false,
    description: 'Whether the user is an operator of the deployment. Only the command line sets it.',
  })
  operator: boolean;
  /** argon2id; null until a password has been chosen. */
  @Text({ nullable: true, audit: 'nothing' }) password_hash: string | null;
}
