import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GuardSealing1763817002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What is to be sealed, and what was sealed in its order.
      create index audit_entries_unsealed on audit_entries (workspace_id, timestamp, id) where sequence is null;
      create index audit_entries_sequence on audit_entries (workspace_id, sequence) where sequence is not null;

      -- The last sealed entry of each workspace.
      create table audit_chains (
        workspace_id text primary key,
        sequence bigint not null,
        hash text not null
      );

      create table audit_checkpoints (
        workspace_id text not null,
        id text not null,
        number integer not null,
        head_sequence bigint not null,
        head_hash text not null,
        count bigint not null,
        previous_hash text not null,
        created_at timestamptz(3) not null,
        signature text not null,
        primary key (workspace_id, id)
      );
      create unique index audit_checkpoints_number on audit_checkpoints (workspace_id, number);
      create trigger audit_checkpoints_added after insert on audit_checkpoints referencing new table as added
        for each statement execute function count_record('guard.checkpoint');
      create trigger audit_checkpoints_removed after delete on audit_checkpoints referencing old table as removed
        for each statement execute function count_record('guard.checkpoint');

      create table audit_purges (
        workspace_id text not null,
        number integer not null,
        last_sequence bigint not null,
        last_hash text not null,
        count bigint not null,
        previous_hash text not null,
        created_at timestamptz(3) not null,
        signature text not null,
        primary key (workspace_id, number)
      );

      -- Of the deployment. Both halves are encrypted; the private one is removed when the key retires.
      create table audit_keys (
        id bigint generated always as identity primary key,
        private_key text,
        public_key text not null,
        created_at timestamptz(3) not null,
        retired_at timestamptz(3)
      );
      create unique index audit_keys_current on audit_keys ((true)) where retired_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table audit_keys, audit_purges, audit_checkpoints, audit_chains;
      drop index audit_entries_unsealed, audit_entries_sequence;
      update audit_entries set sequence = null, prev_hash = null, hash = null where sequence is not null;
      delete from record_counts where resource = 'guard.checkpoint';
    `);
  }
}
