import type { MigrationInterface, QueryRunner } from 'typeorm';

export class QuietMaintenance1763841001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Some thirty rows, which are written every half a minute and prune themselves. To vacuum them every few minutes is
      -- most of what an idle server writes.
      alter table maintenance_tasks set (autovacuum_vacuum_threshold = 5000, autovacuum_analyze_threshold = 5000);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table maintenance_tasks reset (autovacuum_vacuum_threshold, autovacuum_analyze_threshold);
    `);
  }
}
