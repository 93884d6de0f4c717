import { defineResource } from '../../platform/resource/define.js';

export const users = defineResource('access.user', {
  idPrefix: 'usr',
  secret: ['password_hash'],
  writable: (who) => (who.isEditor('access') ? 'all' : []),
});
