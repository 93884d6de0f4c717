import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of one workspace that is frozen nothing gets into the trail, whatever process or statement tries to. */
export class WorkspaceFreezes1764314000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workspace_freezes (
        workspace_id text primary key references workspaces (id),
        frozen_at timestamptz(3) not null,
        -- False while background work of before comes to its end.
        still boolean not null default false
      );
      create or replace function await_seal()
        returns trigger
        language plpgsql
      as $$
      begin
        -- Hardly ever is one frozen, so most entries cost a look into an empty table.
        if exists (select from workspace_freezes) then
          if exists (
            select from workspace_freezes f join added a using (workspace_id) where f.still or a.actor_type <> 'system'
          ) then
            raise exception 'The workspace is frozen.' using errcode = 'WS503';
          end if;
        end if;
        insert into audit_unsealed select workspace_id, timestamp, id from added;
        return null;
      end
      $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function await_seal()
        returns trigger
        language plpgsql
      as $$
      begin
        insert into audit_unsealed select workspace_id, timestamp, id from added;
        return null;
      end
      $$;
      drop table workspace_freezes;
    `);
  }
}
