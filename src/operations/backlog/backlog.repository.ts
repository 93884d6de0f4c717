import { Injectable } from '@nestjs/common';
import { Backlogs, Clock, Database } from '../../platform/index.js';
import type { BacklogItemView, BacklogQuery } from './backlog.dto.js';

/** One more than a total is exact up to. */
const MAX_COUNTED = 10_001;

/** The items of all backlogs, in all workspaces. */
@Injectable()
export class BacklogRepository {
  constructor(
    private readonly backlogs: Backlogs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** `after`: creation time and id of the last item of the page before. */
  async page(
    filters: Pick<BacklogQuery, 'kind' | 'status'>,
    descending: boolean,
    after: string[] | null,
    limit: number,
  ) {
    const [direction, comparison] = descending ? ['desc', '<'] : ['asc', '>'];
    const matches = `(${this.#items()}) item where ($2::text is null or kind = $2) and ($3::text is null or status = $3)`;
    const values = [this.clock.iso(), filters.kind ?? null, filters.status ?? null];
    const [count] = await this.database.read<{ total: number }>(
      `select count(*)::int as total from (select from ${matches} limit ${MAX_COUNTED}) counted`,
      values,
    );
    const items = await this.database.read<BacklogItemView & Record<string, unknown>>(
      `select * from ${matches} and ($4::timestamptz is null or (created_at, id) ${comparison} ($4, $5))
       order by created_at ${direction}, id ${direction} limit $6`,
      [...values, after?.[0] ?? null, after?.[1] ?? null, limit],
    );
    return { total: count!.total, items };
  }

  async find(id: string): Promise<BacklogItemView | null> {
    const [item] = await this.database.read<BacklogItemView & Record<string, unknown>>(
      `select * from (${this.#items()}) item where id = $2`,
      [this.clock.iso(), id],
    );
    return item ?? null;
  }

  #items(): string {
    return this.backlogs.all
      .map(({ kind, items }) => `select '${kind}' as kind, ${kind}_items.* from (${items}) ${kind}_items`)
      .join(' union all ');
  }
}
