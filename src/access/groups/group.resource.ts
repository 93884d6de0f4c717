import { defineResource } from '../../platform/resource/define.js';

export const groups = defineResource('access.group', {
  idPrefix: 'grp',
  writable: (who) => (who.isEditor('access') ? 'all' : []),
});
