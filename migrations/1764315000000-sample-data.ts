import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports of sample data, of which a workspace has one at a time. */
export class SampleData1764315000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table imports add column sample boolean not null default false;
      create unique index imports_one_sample on imports (workspace_id) where sample and status <> 'undone';
      create index imports_sample on imports (workspace_id, sample, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table imports drop column sample');
  }
}
