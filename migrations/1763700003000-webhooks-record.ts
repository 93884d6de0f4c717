import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhooksRecord1763700003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Keeps attempts, given as a list of objects, and what follows from them; answers the deliveries that it kept them
      -- for. A function because of its settings: a plan made while a month is young and without statistics would go on
      -- to scan the whole month for each batch.
      create function record_attempts(at timestamptz, reports json) returns setof text language plpgsql
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
      as $$ begin
        return query with report as (
          select * from json_to_recordset(reports) as (workspace_id text, delivery_id text, event_timestamp timestamptz,
            attempt_count int, manual boolean, started_at timestamptz, duration_ms int, response_status int,
            response_body text, error text, outcome text, next timestamptz)
        ),
        done as (
          update webhook_deliveries d set status = r.outcome, attempt_count = d.attempt_count + 1,
            manual_count = d.manual_count + r.manual::int,
            first_attempt_at = coalesce(d.first_attempt_at, r.started_at),
            completed_at = case
              when r.outcome = 'pending' then null when r.outcome = d.status then d.completed_at else at end,
            next_attempt_at = case when d.manual and not r.manual then d.next_attempt_at else r.next end,
            retry_at = case when d.manual and not r.manual then r.next end,
            manual = d.manual and not r.manual
          from report r
          where d.workspace_id = r.workspace_id and d.id = r.delivery_id and d.event_timestamp = r.event_timestamp
            and d.attempt_count = r.attempt_count
          returning r.*
        )
        insert into webhook_attempts as a (workspace_id, delivery_id, event_timestamp, number, trigger, started_at,
          duration_ms, response_status, response_body, error)
        select r.workspace_id, r.delivery_id, r.event_timestamp, r.attempt_count + 1,
          case when r.manual then 'manual' else 'automatic' end, r.started_at, r.duration_ms, r.response_status,
          r.response_body, r.error
        from done r
        returning a.delivery_id;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function record_attempts;`);
  }
}
