import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GuardAuditAddresses1763817003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index audit_entries_address on audit_entries (workspace_id, ip_address, timestamp, id) where ip_address is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index audit_entries_address');
  }
}
