import { defineResource } from '../../platform/index.js';

export const PROVIDER_STATUSES = ['active', 'inactive'] as const;
export const PROVISIONING = ['none', 'create'] as const;

/** Writable only with owner rights, because a provider can impersonate anybody. */
export const identityProviders = defineResource('access.identity_provider', {
  idPrefix: 'idp',
  searchable: ['name'],
  writable: (who) => (who.isAdmin('access') ? 'all' : []),
});
