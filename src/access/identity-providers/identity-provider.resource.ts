import { defineResource } from '../../platform/index.js';

export const PROVIDER_STATUSES = ['active', 'inactive'] as const;
export const PROVISIONING = ['none', 'create'] as const;

/** A provider says who somebody is, so only those who hold all rights of an owner make and change them. */
export const identityProviders = defineResource('access.identity_provider', {
  idPrefix: 'idp',
  searchable: ['name'],
  writable: (who) => (who.isAdmin('access') ? 'all' : []),
});
