import { conflictError, defineResource, editorsOr } from '../../platform/index.js';

export const KEY_STATUSES = ['active', 'expiring', 'expired', 'revoked'] as const;

export const apiKeys = defineResource('access.api_key', {
  idPrefix: 'key',
  searchable: ['name'],
  errors: {
    ended: conflictError('The key is expired or revoked.'),
  },
  userColumns: ['created_by'],
  writable: editorsOr('access', 'created_by'),
});
