import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OfficeSheetNames1763800610000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sheets add column names jsonb not null default '[]';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sheets drop column names;`);
  }
}
