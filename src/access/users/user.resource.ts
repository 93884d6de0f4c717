import { Choice, conflictError, defineResource, DELETED_USER, Email, Id, Text } from '../../platform/index.js';
import { ownOrAll } from './row-rules.js';

export const USER_STATUSES = ['pending', 'active', 'suspended'] as const;

class UserEvent {
  @Id('usr', { description: 'The user.' }) user_id: string;
  @Email({ description: 'The address of the user.' }) email: string;
  @Text({ example: 'Ada Lovelace', description: 'Display name.' }) display_name: string;
  @Choice(USER_STATUSES, { description: 'Status after the change.' }) status: string;
}

/** Shown wherever a user was named who has been deleted since. */
export const DELETED = {
  id: DELETED_USER,
  email: '',
  display_name: 'Deleted user',
  status: 'suspended',
  given_name: null,
  family_name: null,
  external_id: null,
  language: null,
  roles: [] as string[],
  operator: false,
  password_hash: null,
  created_at: '1970-01-01T00:00:00.000Z',
  updated_at: '1970-01-01T00:00:00.000Z',
  revision: 1,
};

export const users = defineResource('access.user', {
  idPrefix: 'usr',
  searchable: ['display_name', 'email'],
  states: { pending: ['active', 'suspended'], active: ['suspended'], suspended: ['active'] },
  events: { created: UserEvent, deactivated: UserEvent },
  errors: {
    emailTaken: conflictError('A user with this e-mail address already exists.'),
    externalIdTaken: conflictError('A user with this external id already exists.'),
    oneself: conflictError('You cannot deactivate or delete your own account.'),
    lastOwner: conflictError('The workspace must keep an active workspace:owner.'),
    suspended: conflictError('The user is suspended. Reactivate them first.'),
    pending: conflictError('The user is pending. Activate them first.'),
    notPending: conflictError('Only pending users can be invited.'),
  },
  constraints: { users_email: 'emailTaken', users_external_id: 'externalIdTaken' },
  visible: ownOrAll('id'),
  knownToAll: ['display_name', 'status'],
});
