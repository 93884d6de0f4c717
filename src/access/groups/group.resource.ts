import { conflictError, defineResource } from '../../platform/index.js';
import { users } from '../users/user.resource.js';

export const groups = defineResource('access.group', {
  idPrefix: 'grp',
  errors: {
    nameTaken: conflictError('There is a group with this name already.'),
    externalIdTaken: conflictError('There is a group with this external id already.'),
    lastOwner: users.errors!.lastOwner,
  },
  constraints: { groups_name: 'nameTaken', groups_external_id: 'externalIdTaken' },
});
