import { Injectable } from '@nestjs/common';
import {
  failure,
  InjectStore,
  invalidField,
  ResourceService,
  type ResourceStore,
  Works,
} from 'workspace-suite/platform';
import { Company } from './company.entity.js';
import { companies } from './company.resource.js';

@Injectable()
export class CompaniesService extends ResourceService<Company> {
  constructor(
    @InjectStore(Company) store: ResourceStore<Company>,
    private readonly works: Works,
  ) {
    super(store);
  }

  /** Has a worker move the contacts of a company into another one (`company-merges.ts`). */
  async merge({ id }: Company, into_id: string): Promise<Company> {
    // Both in one order, so that merges of two companies into each other do not wait for each other.
    const both = await this.store.findAll(['id = any(?::text[])', [id, into_id]], { lock: true });
    const [from, into] = [id, into_id].map((wanted) => both.find((each) => each.id === wanted));
    if (!into || !from || into === from)
      throw invalidField('into_id', 'not_found', `There is no other company ${into_id}.`);
    if ([from, into].some(({ merged_into_id }) => merged_into_id)) throw failure(companies, 'merged');
    // What only the merged one has comes along. This also refuses callers who may not change the other one.
    await this.store.update(into, { city: into.city ?? from.city });
    const merging = await this.store.transition(from, 'merging', { merged_into_id: into_id }, { as: 'merging' });
    await this.works.add('company_merge', { id });
    return merging;
  }
}
