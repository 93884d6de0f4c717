import { Injectable } from '@nestjs/common';
import { currentContext, Database, StoreRegistry } from '../../platform/index.js';
import type { Stage } from './stage.entity.js';

const STAGE = 'workspace_id, id, pipeline_id, name, probability, created_at, updated_at, revision';

/** The open deals of a pipeline in one currency. */
interface OpenDeals {
  pipeline_id: string;
  currency: string;
  n: number;
  /** Exact decimal text. */
  amount: string;
}

/** Questions about pipelines that the store does not answer. */
@Injectable()
export class PipelineRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
  ) {}

  /** Stages of a pipeline, unordered. */
  stagesOf(pipelineId: string): Promise<Stage[]> {
    return this.database.read<Stage>(`select ${STAGE} from sales_stages where workspace_id = $1 and pipeline_id = $2`, [
      currentContext().workspaceId,
      pipelineId,
    ]);
  }

  /** The open deals of one pipeline, or of all, as far as the caller may read them. */
  openDeals(pipelineId?: string): Promise<OpenDeals[]> {
    const values = [currentContext().workspaceId, ...(pipelineId ? [pipelineId] : [])];
    return this.database.read<OpenDeals>(
      `select pipeline_id, currency, count(*)::int as n, sum(value)::text as amount from sales_deals d
       where workspace_id = $1 and status = 'open'${pipelineId ? ' and pipeline_id = $2' : ''}
         and ${this.stores.readable('sales.deal', 'd', values)}
       group by pipeline_id, currency`,
      values,
    );
  }

  async hasOpenDeals(pipelineId: string): Promise<boolean> {
    const [found] = await this.database.read(
      `select 1 from sales_deals where workspace_id = $1 and pipeline_id = $2 and open_stage_id is not null limit 1`,
      [currentContext().workspaceId, pipelineId],
    );
    return found !== undefined;
  }

  /** Those of these pipelines that have deals. */
  async withDeals(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.database.read<{ id: string }>(
      `select p.id from unnest($2::text[]) p (id)
       where exists (select from sales_deals where workspace_id = $1 and pipeline_id = p.id)`,
      [currentContext().workspaceId, ids],
    );
    return new Set(found.map(({ id }) => id));
  }

  /** The oldest pipeline, or null. */
  async oldest(): Promise<string | null> {
    const [found] = await this.database.read<{ id: string }>(
      'select id from sales_pipelines where workspace_id = $1 order by created_at, id limit 1',
      [currentContext().workspaceId],
    );
    return found?.id ?? null;
  }

  /** Serializes the creation of pipelines, so that the limit holds. */
  async lockPipelines(): Promise<void> {
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('sales-pipelines ' || $1, 0))`, [
      currentContext().workspaceId,
    ]);
  }

  async pipelineCount(): Promise<number> {
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from sales_pipelines where workspace_id = $1',
      [currentContext().workspaceId],
    );
    return row!.n;
  }
}
