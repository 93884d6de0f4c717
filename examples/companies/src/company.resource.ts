import { conflictError, defineResource, Id, Text } from 'workspace-suite/platform';

class CompanyMerged {
  @Id('cmp', { description: 'The company that was merged.' }) company_id: string;
  @Text({ example: 'Acme', description: 'Its name.' }) name: string;
  @Id('cmp', { nullable: true, description: 'The company that has its contacts now.' }) merged_into_id: string | null;
}

export const companies = defineResource('companies.company', {
  idPrefix: 'cmp',
  searchable: ['name', 'domain', 'city'],
  owner: 'owner_id',
  states: { active: ['dormant', 'merging'], dormant: ['active', 'merging'], merging: ['merged'], merged: [] },
  trash: { purgeAfterDays: 30 },
  events: { merged: CompanyMerged },
  errors: {
    domainTaken: conflictError('There is a company with this domain already.'),
    merged: conflictError('One of the companies has been merged already. Use the one that it was merged into.'),
  },
  constraints: { companies_domain: 'domainTaken' },
});
