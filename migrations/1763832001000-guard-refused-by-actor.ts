import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What one caller was refused, or failed at, among millions of entries of theirs. Such entries are rare, so this costs the others nothing. */
export class GuardRefusedByActor1763832001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index audit_entries_actor_outcome on audit_entries (workspace_id, actor_id, outcome, timestamp, id)
        where outcome <> 'success'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index audit_entries_actor_outcome');
  }
}
