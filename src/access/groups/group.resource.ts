import { conflictError, defineResource } from '../../platform/index.js';
import { users } from '../users/user.resource.js';

export const groups = defineResource('access.group', {
  idPrefix: 'grp',
  searchable: ['name'],
  errors: {
    nameTaken: conflictError('A group with this name already exists.'),
    externalIdTaken: conflictError('A group with this external id already exists.'),
    lastOwner: users.errors!.lastOwner,
  },
  constraints: { groups_name: 'nameTaken', groups_external_id: 'externalIdTaken' },
});
