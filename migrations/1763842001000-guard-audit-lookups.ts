import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GuardAuditLookups1763842001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- With the caller behind, which is looked at in the index: what others did at an address is not read.
      drop index audit_entries_address;
      create index audit_entries_address on audit_entries (workspace_id, ip_address, timestamp, id, actor_id)
        where ip_address is not null;

      -- What was refused of some actions, among millions of them that were not.
      create index audit_entries_action_outcome on audit_entries (workspace_id, action, outcome, timestamp, id)
        where outcome <> 'success';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index audit_entries_action_outcome;
      drop index audit_entries_address;
      create index audit_entries_address on audit_entries (workspace_id, ip_address, timestamp, id) where ip_address is not null;
    `);
  }
}
