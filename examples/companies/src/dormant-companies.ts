import { Injectable } from '@nestjs/common';
import {
  asSystem,
  Clock,
  Database,
  InjectStore,
  Maintenance,
  notFrozen,
  type ResourceStore,
} from 'workspace-suite/platform';
import { CompaniesSettings } from './companies.settings.js';
import { Company } from './company.entity.js';

const DAY_SECONDS = 86_400;

interface Due {
  workspace_id: string;
  id: string;
  becomes: string;
}

/** The nightly task: companies without contacts that nobody changes become dormant, and active when they have contacts again. */
@Injectable()
export class DormantCompanies {
  constructor(
    @InjectStore(Company) private readonly companies: ResourceStore<Company>,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: CompaniesSettings,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'companies.dormant',
      description: 'Says which companies are dormant.',
      every: DAY_SECONDS * 1_000,
      run: () => this.sweep(),
    });
  }

  async sweep(): Promise<void> {
    const { rows } = await this.database.execute<Due>(
      `select workspace_id, id, case status when 'active' then 'dormant' else 'active' end as becomes
       from companies cross join lateral (select exists (select from companies_memberships m
         where m.workspace_id = companies.workspace_id and m.company_id = companies.id) as used)
       where deleted_at is null and ${notFrozen()}
         and (status = 'active' and updated_at < $1 and not used or status = 'dormant' and used)`,
      [this.clock.iso(-this.settings.COMPANIES_DORMANT_DAYS * DAY_SECONDS)],
    );
    for (const { workspace_id, id, becomes } of rows)
      await asSystem(workspace_id, () =>
        this.database.transaction(async () => {
          const company = await this.companies.find(id, { lock: true });
          // It may have changed since.
          if (company && ['active', 'dormant'].includes(company.status))
            await this.companies.transition(company, becomes);
        }),
      );
  }
}
