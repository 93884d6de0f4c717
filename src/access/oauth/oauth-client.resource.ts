import { conflictError, defineResource } from '../../platform/index.js';

export const CLIENT_TYPES = ['public', 'confidential'] as const;

export const oauthClients = defineResource('access.oauth_client', {
  idPrefix: 'cli',
  errors: { noSecret: conflictError('A public client has no secret.') },
});
