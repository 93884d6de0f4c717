import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Copies of workspaces that move, which are made while people work and continued under the freeze. */
export class WorkspaceCopies1764318000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table workspace_moves
        -- The last copy: at the source what it was made of, in the state copying or leaving; at the target the one that is here, in
        -- the state copied.
        add column copy jsonb;
      drop index workspace_moves_open;
      create unique index workspace_moves_open on workspace_moves (workspace_id)
        where state in ('copying', 'leaving', 'left', 'copied', 'arriving');
      -- Blobs in the copies of a workspace, under their keys here.
      create table workspace_move_blobs (
        workspace_id text not null,
        key text not null,
        primary key (workspace_id, key)
      );
      alter table workspace_freezes
        -- A copy is here, which nobody is to see.
        add column hidden boolean not null default false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table workspace_freezes drop column hidden;
      drop table workspace_move_blobs;
      drop index workspace_moves_open;
      alter table workspace_moves drop column copy;
      create unique index workspace_moves_open on workspace_moves (workspace_id) where state in ('leaving', 'left', 'arriving');
    `);
  }
}
