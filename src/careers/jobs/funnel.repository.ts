import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/index.js';
import type { FunnelView } from './funnel.dto.js';
import type { Job } from './job.entity.js';

/** How far the applications of a job came, added up from the history of their stages. */
@Injectable()
export class FunnelRepository {
  constructor(private readonly database: Database) {}

  stagesOf({ workspace_id, id, pipeline_id }: Job): Promise<FunnelView['stages']> {
    return this.database.read<FunnelView['stages'][number]>(
      `with visited as (
         select stage_id, (array_agg(stage_name order by entered_at desc))[1] as stage_name,
           count(distinct record_id) as entered, count(*) filter (where left_at is null) as current,
           count(distinct record_id) filter (where outcome = 'moved') as passed_on,
           percentile_cont(0.5) within group (order by extract(epoch from left_at - entered_at)) / 86400 as median_days
         from careers_stage_history where workspace_id = $1 and parent_id = $2 group by stage_id
       ), placed as (
         select s.id, s.name, o.place::int as "order"
         from careers_pipelines p, unnest(p.stage_ids) with ordinality o (id, place), careers_stages s
         where p.workspace_id = $1 and p.id = $3 and s.workspace_id = $1 and s.id = o.id
       )
       select coalesce(placed.id, stage_id) as stage_id, coalesce(placed.name, stage_name) as stage_name, "order",
         coalesce(entered, 0)::int as entered, coalesce(current, 0)::int as current, coalesce(passed_on, 0)::int as passed_on,
         round(median_days::numeric, 2)::float8 as median_days
       from placed full join visited on placed.id = stage_id order by "order" nulls last, stage_name, stage_id`,
      [workspace_id, id, pipeline_id],
    );
  }
}
