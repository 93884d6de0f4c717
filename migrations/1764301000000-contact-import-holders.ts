import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An import of contacts stops once the credential that started it is revoked. Running imports from before have no holder. */
export class ContactImportHolders1764301000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sales_imports add holder jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sales_imports drop holder');
  }
}
