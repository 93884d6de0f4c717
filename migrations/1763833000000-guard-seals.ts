import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GuardSeals1763833000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Nobody seals meanwhile; entries may be added until their columns go.
      select pg_advisory_xact_lock(hashtext('workspace-suite.sealing'));

      -- The place of an entry in the chain of its workspace. It lies beside the entry, which is then never written again:
      -- that would make a second copy of it, and of its place in each index.
      create table audit_seals (
        workspace_id text not null,
        timestamp timestamptz(3) not null,
        id text not null,
        sequence bigint not null,
        prev_hash bytea not null,
        hash bytea not null
      ) partition by range (timestamp);

      -- Entries that have none yet.
      create table audit_unsealed (
        workspace_id text not null,
        timestamp timestamptz(3) not null,
        id text not null,
        primary key (workspace_id, timestamp, id)
      );

      select ensure_partitions('audit_seals', min(month), max(month))
        from pg_inherits, lateral (
          select (to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') + 14)::timestamp at time zone 'UTC' as month) m
        where inhparent = 'audit_entries'::regclass;
      insert into audit_seals
        select workspace_id, timestamp, id, sequence, decode(prev_hash, 'hex'), decode(hash, 'hex')
        from audit_entries where sequence is not null;
      alter table audit_seals add primary key (workspace_id, timestamp, id);
      create index audit_seals_sequence on audit_seals (workspace_id, sequence);

      lock table audit_entries in access exclusive mode;
      insert into audit_unsealed select workspace_id, timestamp, id from audit_entries where sequence is null;
      alter table audit_entries drop sequence, drop prev_hash, drop hash;

      create function await_seal() returns trigger language plpgsql as $$
      begin
        insert into audit_unsealed select workspace_id, timestamp, id from added;
        return null;
      end $$;
      create trigger audit_entries_unsealed after insert on audit_entries referencing new table as added
        for each statement execute function await_seal();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      select pg_advisory_xact_lock(hashtext('workspace-suite.sealing'));
      drop trigger audit_entries_unsealed on audit_entries;
      drop function await_seal;
      alter table audit_entries add sequence bigint, add prev_hash text, add hash text;
      update audit_entries e
        set sequence = s.sequence, prev_hash = encode(s.prev_hash, 'hex'), hash = encode(s.hash, 'hex')
        from audit_seals s where (e.workspace_id, e.timestamp, e.id) = (s.workspace_id, s.timestamp, s.id);
      create index audit_entries_unsealed on audit_entries (workspace_id, timestamp, id) where sequence is null;
      create index audit_entries_sequence on audit_entries (workspace_id, sequence) where sequence is not null;
      drop table audit_seals, audit_unsealed;
    `);
  }
}
