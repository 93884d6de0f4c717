import { conflictError, defineResource } from '../../platform/index.js';

export const CLIENT_TYPES = ['public', 'confidential'] as const;

export const oauthClients = defineResource('access.oauth_client', {
  idPrefix: 'cli',
  errors: {
    noSecret: conflictError('A public client has no secret.'),
    documented: conflictError(
      'The document of this app says its name and redirect URIs. Change its scopes, or end it.',
    ),
  },
  races: ['oauth_clients_metadata_url'],
});
