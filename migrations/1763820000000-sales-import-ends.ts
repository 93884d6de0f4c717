import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SalesImportEnds1763820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sales_imports
        add error text,
        add expires_at timestamptz(3),
        add lease_until timestamptz(3),
        add attempts integer not null default 0;
      update sales_imports set expires_at = updated_at + interval '30 days' where status in ('completed', 'cancelled');
      create index sales_imports_expires on sales_imports (expires_at) where expires_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sales_imports drop error, drop expires_at, drop lease_until, drop attempts;
    `);
  }
}
