import { Injectable } from '@nestjs/common';
import {
  Clock,
  currentContext,
  type ImportItem,
  ImportKind,
  ImportKinds,
  type ImportOutcome,
  type ImportValues,
  InjectStore,
  type Input,
  invalidField,
  read,
  type ResourceStore,
  type SampleContext,
} from '../../platform/index.js';
import { CreateActivity } from '../deals/activities/activity.dto.js';
import { Activity } from '../deals/activities/activity.entity.js';
import { ACTIVITY_TYPES } from '../activity-fields.js';
import { Deal } from '../deals/deal.entity.js';
import { deals } from '../deals/deal.resource.js';
import * as samples from '../samples.js';

/** Imports activities. Existing ones are kept, because activities are immutable. */
@Injectable()
export class ActivityImportKind extends ImportKind<Activity> {
  readonly name = 'activity';
  override readonly plural = 'activities';
  override readonly header = ['deal|deal_id', 'type'];
  readonly fields = {
    deal: { type: 'record', kind: 'deal', required: true, aliases: ['deal_id'] },
    type: { type: 'choice', values: ACTIVITY_TYPES, required: true },
    note: { type: 'long_text', max: 10_000 },
    occurred_at: { type: 'timestamp' },
    user: { type: 'user', aliases: ['created_by'] },
  } as const;

  constructor(
    @InjectStore(Activity) store: ResourceStore<Activity>,
    @InjectStore(Deal) private readonly deals: ResourceStore<Deal>,
    private readonly clock: Clock,
    kinds: ImportKinds,
  ) {
    super(store);
    kinds.add(this);
  }

  check({ deal, user, ...values }: ImportValues): ImportValues {
    return { ...read(CreateActivity, values), deal, ...(user !== undefined && { created_by: user }) };
  }

  override samples(given: SampleContext) {
    return samples.activities(given);
  }

  async write(items: readonly ImportItem<Activity>[]): Promise<ImportOutcome<Activity>[]> {
    const ids = [...new Set(items.flatMap(({ known, values }) => (known ? [] : (values.deal as string))))];
    const found = new Map(
      (ids.length ? await this.deals.findAll(['id = any(?::text[])', ids]) : []).map((deal) => [deal.id, deal]),
    );
    const stored = items.map((item) => {
      if (item.known) return { ...item, stored: {} };
      const { deal: id, ...values } = item.values;
      const deal = found.get(id as string);
      if (!deal) throw invalidField('deal', 'not_found', `There is no deal ${id as string}.`);
      this.#mayChange(deal);
      const defaults = { occurred_at: this.clock.iso(), created_by: currentContext().credential!.user_id };
      return { ...item, stored: { ...defaults, ...defined(values), deal_id: deal.id } as Input<Activity> };
    });
    return this.writeAll(stored);
  }

  /** Whoever may change the deal may log an activity on it. */
  #mayChange(deal: Deal): void {
    const who = currentContext().credential!;
    const rule = deals.writable!(who);
    if (rule !== 'all' && deal.owner_id !== who.user_id)
      throw invalidField('deal', 'not_found', `You don't have permission to change the deal ${deal.id}.`);
  }
}

const defined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
