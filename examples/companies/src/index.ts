import { Module } from '@nestjs/common';
import { Extension, StoresModule } from 'workspace-suite/platform';
import { CompaniesController } from './companies.controller.js';
import { CompaniesService } from './companies.service.js';
import { CompaniesSettings } from './companies.settings.js';
import { CompanyImport } from './company-import.js';
import { CompanyMerges } from './company-merges.js';
import { Company } from './company.entity.js';
import { ContactsListener } from './contacts.listener.js';
import { DormantCompanies } from './dormant-companies.js';
import { Membership } from './membership.entity.js';
import { MembershipsController } from './memberships.controller.js';
import {
  Companies1795000000000,
  CompaniesMemberships1795000000001,
  CompaniesMerges1795000000002,
} from './migrations.js';

@Extension({
  name: 'companies',
  suite: '^1.0.0',
  app: { name: 'companies', title: 'Companies', read: 'Read companies', write: 'Change companies' },
  migrations: [Companies1795000000000, CompaniesMemberships1795000000001, CompaniesMerges1795000000002],
  settings: CompaniesSettings,
  console: {
    module: new URL('./console/screens.js', import.meta.url),
    screens: [{ path: 'cities', title: { en: 'Cities', de: 'Städte' }, icon: 'list' }],
  },
})
@Module({
  imports: [StoresModule.forFeature(Company, Membership)],
  controllers: [CompaniesController, MembershipsController],
  providers: [CompaniesService, CompanyImport, CompanyMerges, ContactsListener, DormantCompanies],
})
export class CompaniesExtension {}
