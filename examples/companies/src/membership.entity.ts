import { Id, RecordEntity, ResourceEntity, Text } from 'workspace-suite/platform';
import { companies } from './company.resource.js';
import { memberships } from './membership.resource.js';

@ResourceEntity(memberships, 'companies_memberships')
export class Membership extends RecordEntity {
  @Id('cmp', { of: companies, onDelete: 'refuse', description: 'The company.' }) company_id: string;
  /** When the contact is deleted, the listener decides (`contacts.listener.ts`). */
  @Id('cnt', { of: 'sales.contact', description: 'The contact.' }) contact_id: string;
  @Text({ max: 80, optional: true, nullable: true, example: 'Buyer', description: 'What the contact does there.' })
  position: string | null;
}
