import { conflictError, defineResource } from 'workspace-suite/platform';

export const memberships = defineResource('companies.membership', {
  idPrefix: 'membership',
  partOf: ['company_id', 'contact_id'],
  writtenWhile: {
    table: 'companies',
    column: 'company_id',
    holds: `status not in ('merging', 'merged')`,
    error: 'merged',
  },
  feed: { within: ['contact_id'] },
  errors: {
    twice: conflictError('The contact is in this company already.'),
    merged: conflictError('The company has been merged. Use the one that it was merged into.'),
  },
  constraints: { companies_memberships_once: 'twice' },
});
