import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Operators1763824500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Whether they may look after the background work of the deployment. Only the command line says so.
      alter table users add operator boolean not null default false;
      alter table api_keys add operator boolean not null default false;

      -- The last run of each maintenance task: of the deployment, not of a workspace.
      create table maintenance_tasks (
        name text primary key,
        started_at timestamptz(3) not null,
        -- Null while it runs, as is all about its end.
        finished_at timestamptz(3),
        duration_ms integer,
        -- Why it failed; null where it succeeded.
        error text,
        -- Null where it comes when there is something to do.
        next_run_at timestamptz(3)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table maintenance_tasks;
      alter table api_keys drop operator;
      alter table users drop operator;
    `);
  }
}
