import { defineResource } from '../../platform/resource/define.js';

export const users = defineResource('access.user', {
  idPrefix: 'usr',
});
