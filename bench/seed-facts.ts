/** SQL for records that a seed wrote into empty tables: what the application would have written with them. */

const history = (table: string, records: string, parent: string, stages: string, status: string) => `
  insert into ${table} (workspace_id, id, record_id, parent_id, stage_id, stage_name, entered_at, moved_by_type, created_at,
    updated_at, revision)
  select r.workspace_id, 'sth_' || lpad(nextval('stage_history_numbers')::text, 26, '0'), r.id, r.${parent}, s.id, s.name,
    r.created_at, 'system', r.created_at, r.created_at, 1
  from ${records} r join ${stages} s on s.workspace_id = r.workspace_id and s.id = r.stage_id
  where r.status = '${status}'`;

export const DEAL_HISTORY = history('sales_stage_history', 'sales_deals', 'pipeline_id', 'sales_stages', 'open');

export const APPLICATION_HISTORY = history(
  'careers_stage_history',
  'applications',
  'job_id',
  'careers_stages',
  'active',
);

export const TIME_SPENT = `
  update tasks t set time_spent_seconds = e.seconds
    from (select workspace_id, task_id, sum(duration_seconds) as seconds from time_entries group by 1, 2) e
   where t.workspace_id = e.workspace_id and t.id = e.task_id`;
