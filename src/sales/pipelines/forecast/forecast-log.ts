import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../../platform/index.js';
import type { Period } from './period.js';

/** Deals of a period that have the same kind, stage, owner and currency. */
export interface Tally {
  kind: 'open' | 'won' | 'lost';
  stage_id: string | null;
  owner_id: string | null;
  currency: string;
  n: number;
  /** Exact decimal text. */
  value: string;
}

/** Reads the deals of the period only: each half has an index of its own. */
export const TALLIES = `
  select 'open' as kind, stage_id, owner_id, currency, count(*)::int as n, sum(value)::text as value
  from sales_deals
  where workspace_id = $1 and pipeline_id = $2 and status = 'open' and expected_close_date between $3 and $4
  group by stage_id, owner_id, currency
  union all
  select status, null, null, currency, count(*)::int, sum(value)::text
  from sales_deals
  where workspace_id = $1 and pipeline_id = $2 and status in ('won', 'lost')
    and closed_at >= $3::date::timestamp at time zone 'UTC'
    and closed_at < ($4::date + 1)::timestamp at time zone 'UTC'
  group by status, currency`;

@Injectable()
export class ForecastLog {
  constructor(private readonly database: Database) {}

  tallies(pipelineId: string, { start, end }: Period): Promise<Tally[]> {
    const values = [currentContext().workspaceId, pipelineId, start, end];
    return this.database.readPage<Tally & Record<string, unknown>>(TALLIES, values);
  }
}
