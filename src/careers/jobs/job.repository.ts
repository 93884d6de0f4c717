import { Injectable } from '@nestjs/common';
import { currentContext, Database, notFound, StoreRegistry } from '../../platform/index.js';
import type { FunnelView } from './funnel.dto.js';
import type { Job } from './job.entity.js';

/** The fields of a job that a submission needs. */
type Opening = Pick<Job, 'status' | 'title' | 'owner_id' | 'confirmation_mail'>;

/** Questions about jobs that the store does not answer. */
@Injectable()
export class JobRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
  ) {}

  /** Locks a job in share mode: its status, owner and pipeline stay as they are until the transaction ends. */
  async lockOpening(id: string): Promise<Opening> {
    const [found] = await this.database.write<Opening>(
      'select status, title, owner_id, confirmation_mail from jobs where workspace_id = $1 and id = $2 for share',
      [currentContext().workspaceId, id],
    );
    if (!found) throw notFound('There is no job with this id.');
    return found;
  }

  /** Whether anybody has applied for the job, whatever became of the application. */
  async hasApplications({ workspace_id, id }: Job): Promise<boolean> {
    const [row] = await this.database.read<{ has: boolean }>(
      'select exists (select from applications where workspace_id = $1 and job_id = $2) as has',
      [workspace_id, id],
    );
    return row!.has;
  }

  /**
   * Copies the owner of a job to its applications. Not through their store, because the event and the audit entry of the job
   * tell the change: a copy in each of thousands of applications would tell nothing more.
   */
  async passApplications({ workspace_id, id, owner_id }: Job): Promise<void> {
    await this.database.write('update applications set owner_id = $3 where workspace_id = $1 and job_id = $2', [
      workspace_id,
      id,
      owner_id,
    ]);
  }

  /** How far the applications of a job came, computed from the history of their stages. */
  funnelOf({ workspace_id, id, pipeline_id }: Job): Promise<FunnelView['stages']> {
    const values = [workspace_id, id, pipeline_id];
    const readable = this.stores.readable('careers.application', 'a', values);
    const ofReadable =
      readable === 'true'
        ? ''
        : `and exists (select from applications a where a.workspace_id = $1 and a.id = record_id and ${readable})`;
    return this.database.read<FunnelView['stages'][number]>(
      `with visited as (
         select stage_id, (array_agg(stage_name order by entered_at desc))[1] as stage_name,
           count(distinct record_id) as entered, count(*) filter (where left_at is null) as current,
           count(distinct record_id) filter (where outcome = 'moved') as passed_on,
           percentile_cont(0.5) within group (order by extract(epoch from left_at - entered_at)) / 86400 as median_days
         from careers_stage_history where workspace_id = $1 and parent_id = $2 ${ofReadable} group by stage_id
       ), placed as (
         select s.id, s.name, o.place::int as "order"
         from careers_pipelines p, unnest(p.stage_ids) with ordinality o (id, place), careers_stages s
         where p.workspace_id = $1 and p.id = $3 and s.workspace_id = $1 and s.id = o.id
       )
       select coalesce(placed.id, stage_id) as stage_id, coalesce(placed.name, stage_name) as stage_name, "order",
         coalesce(entered, 0)::int as entered, coalesce(current, 0)::int as current, coalesce(passed_on, 0)::int as passed_on,
         round(median_days::numeric, 2)::float8 as median_days
       from placed full join visited on placed.id = stage_id order by "order" nulls last, stage_name, stage_id`,
      values,
    );
  }
}
