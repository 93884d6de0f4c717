import { conflictError, defineResource } from '../../platform/resource/define.js';

export const groups = defineResource('access.group', {
  idPrefix: 'grp',
  errors: {
    nameTaken: conflictError('There is a group with this name already.'),
    lastOwner: conflictError('The workspace would be left without an active workspace:owner.'),
  },
  constraints: { groups_name: 'nameTaken' },
  writable: (who) => (who.isEditor('access') ? 'all' : []),
});
