import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Moves of workspaces between deployments, and where those are now that went. */
export class WorkspaceMoves1764316000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workspace_moves (
        workspace_id text not null,
        id text not null,
        -- Here: leaving, then left or aborted. At the target: arriving, then arrived. What was discarded is gone from here.
        state text not null,
        -- The address of the target.
        address text not null,
        -- The key of the target, for which the archive is sealed.
        transfer_key text not null,
        -- Encrypted: the code that tells the source that the archive was received, and the one that opens the workspace at the
        -- target, which knows its hash alone.
        receipt text not null,
        release text,
        release_hash text not null,
        started_at timestamptz(3) not null,
        ended_at timestamptz(3),
        primary key (workspace_id, id)
      );
      create unique index workspace_moves_open on workspace_moves (workspace_id) where state in ('leaving', 'left', 'arriving');
      alter table workspace_freezes
        -- The tombstone: requests are led to this address.
        add column moved_to text,
        add column moved_at timestamptz(3);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table workspace_freezes drop column moved_to, drop column moved_at;
      drop table workspace_moves;
    `);
  }
}
