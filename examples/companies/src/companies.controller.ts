import { Body, Controller, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from 'workspace-suite/platform';
import { CompaniesService } from './companies.service.js';
import { CompanyQuery, CompanyView, CreateCompany, MergeCompany, UpdateCompany } from './company.dto.js';
import { Company } from './company.entity.js';
import { companies } from './company.resource.js';

@Controller('v1/companies/companies')
export class CompaniesController extends ResourceController(Company, CompaniesService, {
  view: CompanyView,
  list: { query: CompanyQuery, nav: 'work' },
  create: CreateCompany,
  update: UpdateCompany,
  remove: true,
}) {
  @Post(':id/merge')
  @Endpoint(companies, { returns: CompanyView, status: 202, action: 'merging', errors: ['merged'] })
  merge(@Param('id', Loaded(Company)) company: Company, @Body() { into_id }: MergeCompany) {
    return this.service.merge(company, into_id);
  }
}
