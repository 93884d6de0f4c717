import { Injectable } from '@nestjs/common';
import { currentContext, Database, InjectStore, invalidField, type ResourceStore } from '../../platform/index.js';
import { ExactSum } from '../money.js';
import type { Pipeline } from '../pipelines/pipeline.entity.js';
import type { Stage } from '../pipelines/stages/stage.entity.js';
import { Deal } from './deal.entity.js';
import { DealHistory } from './history/deal-history.js';

/** Deals that are moved at a time. */
const BATCH = 500;

interface Sum {
  pipeline_id: string;
  currency: string;
  n: number;
  /** Exact decimal text. */
  amount: string;
}

interface Totals {
  deal_count: number;
  total_value: number;
}

/** What pipelines ask about the open deals in them. */
@Injectable()
export class OpenDeals {
  constructor(
    @InjectStore(Deal) private readonly deals: ResourceStore<Deal>,
    private readonly history: DealHistory,
    private readonly database: Database,
  ) {}

  /** The number of open deals of each pipeline, and the value of those in its currency. */
  async totals(pipelineId?: string): Promise<(pipeline: Pick<Pipeline, 'id' | 'currency'>) => Totals> {
    const sums = await this.database.read<Sum>(
      `select pipeline_id, currency, count(*)::int as n, sum(value)::text as amount from sales_deals
       where workspace_id = $1 and status = 'open'${pipelineId ? ' and pipeline_id = $2' : ''}
       group by pipeline_id, currency`,
      [currentContext().workspaceId, ...(pipelineId ? [pipelineId] : [])],
    );
    return ({ id, currency }) => {
      const own = sums.filter(({ pipeline_id }) => pipeline_id === id);
      return {
        deal_count: own.reduce((count, { n }) => count + n, 0),
        total_value: new ExactSum().add(own.find((sum) => sum.currency === currency)?.amount ?? '0').shown,
      };
    };
  }

  async any(pipelineId: string): Promise<boolean> {
    const [found] = await this.database.read(
      `select 1 from sales_deals where workspace_id = $1 and pipeline_id = $2 and open_stage_id is not null limit 1`,
      [currentContext().workspaceId, pipelineId],
    );
    return found !== undefined;
  }

  /** Moves all open deals of a stage to another one of its pipeline. 400 where there are some, and none is named. */
  async migrate(pipeline: Pipeline, stage: Stage, target: string | undefined): Promise<void> {
    if (target !== undefined && (target === stage.id || !pipeline.stage_ids.includes(target)))
      throw invalidField(
        'migrate_deals_to',
        target === stage.id ? 'invalid_value' : 'not_found',
        'migrate_deals_to must name another stage of the pipeline.',
      );
    const { pipeline_id, id } = stage;
    for (;;) {
      // Asked again of what a lock was waited for: a deal that has left the stage meanwhile is not dragged along.
      const within = 'pipeline_id = ? and open_stage_id = ?';
      const some = `select id from sales_deals where workspace_id = ? and ${within} limit ${BATCH}`;
      const found = await this.deals.findAll(
        [`${within} and id in (${some})`, pipeline_id, id, stage.workspace_id, pipeline_id, id],
        { lock: true },
      );
      if (!found.length) return;
      if (target === undefined)
        throw invalidField(
          'migrate_deals_to',
          'required',
          'The stage has open deals. Name their new stage in migrate_deals_to.',
        );
      const moved = await this.deals.updateMany(
        found.map((deal) => [deal, { stage_id: target }, { as: 'stage_changed' }]),
      );
      await this.history.record(found.map((deal, index) => [deal, moved[index]!]));
    }
  }
}
