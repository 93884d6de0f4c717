import { Choice, Id, ResourceEntity, rule, Text, TrashableEntity } from 'workspace-suite/platform';
import { companies } from './company.resource.js';

const open = { optional: true, nullable: true };
const isDomain = (text: string) => /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(text);

@ResourceEntity(companies, 'companies')
export class Company extends TrashableEntity {
  @Text({ max: 120, description: 'Name of the company.' }) name: string;
  @Text({ ...open, max: 253, description: 'What follows the @ in the addresses of its contacts; unique.' })
  @rule('invalid_format', isDomain, '$property must be a domain in lower case, such as acme.example.')
  domain: string | null;
  @Text({ ...open, max: 80, example: 'Berlin', description: 'City.' }) city: string | null;
  @Id('usr', { optional: true, description: 'Owner. Default: the user of the credential.' }) owner_id: string;
  @Choice(Object.keys(companies.states!), { default: 'active', description: '`dormant`: no contacts are in it.' })
  status: string;
  @Id('cmp', { of: companies, onDelete: 'clear', nullable: true, description: 'The company that has its contacts.' })
  merged_into_id: string | null;
}
