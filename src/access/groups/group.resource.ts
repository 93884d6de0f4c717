import { conflictError, defineResource } from '../../platform/resource/define.js';

export const groups = defineResource('access.group', {
  idPrefix: 'grp',
  errors: {
    nameTaken: conflictError('There is a group with this name already.'),
    externalIdTaken: conflictError('There is a group with this external id already.'),
    lastOwner: conflictError('The workspace would be left without an active workspace:owner.'),
  },
  constraints: { groups_name: 'nameTaken', groups_external_id: 'externalIdTaken' },
  writable: (who) => (who.isEditor('access') ? 'all' : []),
});
