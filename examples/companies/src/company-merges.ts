import {
  InjectStore,
  type Lease,
  LeasedWork,
  type ResourceStore,
  type WorkItem,
  type WorkProcessor,
} from 'workspace-suite/platform';
import { Company } from './company.entity.js';
import { Membership } from './membership.entity.js';

/** Contacts that one transaction moves. */
const PORTION = 50;

/** The merge of a company, by its id. */
interface CompanyMerge extends WorkItem {
  id: string;
}

/** Moves the contacts of merged companies. What has been moved stays so if the process ends, and another one goes on. */
@LeasedWork({
  kind: 'company_merge',
  table: 'companies_merges',
  task: 'companies.merges',
  description: 'Moves the contacts of companies that are merged.',
  queue: 'companies-merges',
  backoff: { firstSeconds: 10, maxSeconds: 3_600 },
  giveUp: { attempts: 5 },
})
export class CompanyMerges implements WorkProcessor<CompanyMerge> {
  constructor(
    @InjectStore(Company) private readonly companies: ResourceStore<Company>,
    @InjectStore(Membership) private readonly memberships: ResourceStore<Membership>,
  ) {}

  async process({ id }: CompanyMerge, lease: Lease): Promise<void> {
    // Nobody joins a company that is merging (`writtenWhile`), so these are all.
    const all = await this.memberships.findAll(['company_id = ?', id]);
    for (let from = 0; from < all.length; from += PORTION) {
      lease.check();
      const ids = all.slice(from, from + PORTION).map((membership) => membership.id);
      await lease.advance(() => this.move(id, ids));
    }
    await lease.complete(async () => {
      const company = await this.companies.find(id, { deleted: true, lock: true });
      if (company) await this.companies.transition(company, 'merged', {}, { as: 'merged' });
    });
  }

  private async move(id: string, ids: string[]): Promise<void> {
    const into = (await this.companies.find(id, { deleted: true }))!.merged_into_id!;
    const moved = await this.memberships.findAll(['id = any(?::text[])', ids], { lock: true });
    const contacts = moved.map(({ contact_id }) => contact_id);
    const there = await this.memberships.findAll(['company_id = ? and contact_id = any(?::text[])', into, contacts]);
    const missing = moved.filter(({ contact_id }) => !there.some((each) => each.contact_id === contact_id));
    await this.memberships.removeMany(moved);
    await this.memberships.createMany(
      missing.map(({ contact_id, position }) => [{ company_id: into, contact_id, position }]),
    );
  }
}
