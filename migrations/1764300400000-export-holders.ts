import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports are masked by the rights of whoever requested them. Files from before were not: nobody has a link to them any more. */
export class ExportHolders1764300400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table guard_exports add holder jsonb, add read_all boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table guard_exports drop holder, drop read_all');
  }
}
