import { Id, ListOf, PartialType, PickType, ViewType } from 'workspace-suite/platform';
import { Company } from './company.entity.js';

const written = ['name', 'domain', 'city', 'owner_id'] as const;
const told = ['status', 'merged_into_id', 'created_at', 'revision', 'deleted_at'] as const;

export class CreateCompany extends PickType(Company, written) {}

export class UpdateCompany extends PartialType(CreateCompany) {}

export class MergeCompany {
  @Id('cmp', { description: 'The company that gets the contacts.' }) into_id: string;
}

export class CompanyQuery extends ListOf(Company, { filter: ['status', 'owner_id'], sort: ['created_at', 'name'] }) {}

export class CompanyView extends ViewType(Company, ['id', ...written, ...told]) {}
