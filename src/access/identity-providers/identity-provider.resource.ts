import { conflictError, defineResource } from '../../platform/index.js';

export const PROVIDER_STATUSES = ['active', 'inactive'] as const;
export const PROVISIONING = ['none', 'create'] as const;

/** Writable only with owner rights, because a provider can impersonate anybody. */
export const identityProviders = defineResource('access.identity_provider', {
  idPrefix: 'idp',
  searchable: ['name'],
  errors: {
    domainTaken: conflictError('Another workspace has proved this domain. Ask the operator of this server about it.'),
    publicDomain: conflictError('Anybody can get an address in this domain, so no workspace can prove it.'),
    noDomainRecord: conflictError(
      'The domain has no TXT record with this value. Set it as shown; a change can take hours to be visible.',
    ),
    noNameServer: conflictError('The name servers did not answer. Try again in a moment.'),
  },
  writable: (who) => (who.isAdmin('access') ? 'all' : []),
});
