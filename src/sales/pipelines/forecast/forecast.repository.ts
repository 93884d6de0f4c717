import { Injectable } from '@nestjs/common';
import { type Calendar, currentContext, Database, StoreRegistry } from '../../../platform/index.js';
import type { ForecastQuery } from './forecast.dto.js';
import type { Period } from './period.js';

/** Aggregate of deals in one currency: open by stage (and owner), won, lost, or without a date. */
export interface Tally {
  kind: 'open' | 'won' | 'lost' | 'undated';
  stage_id: string | null;
  /** Null if not grouped by owner. */
  owner_id: string | null;
  currency: string;
  n: number;
  /** Exact decimal text. */
  value: string;
}

interface StageRow {
  kind: 'stage';
  stage_id: string;
  name: string;
  probability: number;
}

/** All parts of a forecast, each with an index: open deals by date, closed ones by time, and those without a date. */
const forecastBy = (owner: 'owner_id' | 'null', readable: string) => `
  select 'open' as kind, stage_id, ${owner} as owner_id, currency, count(*)::int as n, sum(value)::text as value,
    null as name, null::int as probability
  from sales_deals d
  where ${readable} and workspace_id = $1 and pipeline_id = $2 and status = 'open' and expected_close_date between $3 and $4
  group by 2, 3, 4
  union all
  select status, null, null, currency, count(*)::int, sum(value)::text, null, null
  from sales_deals d
  where ${readable} and workspace_id = $1 and pipeline_id = $2 and status in ('won', 'lost')
    and closed_at >= $5 and closed_at < $6
  group by status, currency
  union all
  select 'undated', null, null, currency, count(*)::int, sum(value)::text, null, null
  from sales_deals d
  where ${readable} and workspace_id = $1 and pipeline_id = $2 and status = 'open' and expected_close_date is null
  group by currency
  union all
  select 'stage', id, null, null, null, null, name, probability
  from sales_stages where workspace_id = $1 and pipeline_id = $2`;

const OWNERS = { stage: 'null', owner: 'owner_id' } as const;

@Injectable()
export class ForecastRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
  ) {}

  async read(pipelineId: string, { start, end }: Period, by: ForecastQuery['group_by'], calendar: Calendar) {
    const instants = [calendar.at(start), calendar.after(end)];
    const values = [currentContext().workspaceId, pipelineId, start, end, ...instants];
    const sql = forecastBy(OWNERS[by], this.stores.readable('sales.deal', 'd', values));
    const rows = await this.database.readPage<Tally | StageRow>(sql, values);
    const tallies = rows.filter((row) => row.kind !== 'stage');
    const stages = rows
      .filter((row) => row.kind === 'stage')
      .map(({ stage_id: id, name, probability }) => ({ id, name, probability }));
    return { tallies, stages };
  }
}
