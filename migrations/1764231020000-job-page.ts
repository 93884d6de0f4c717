import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the careers page of a company shows a job, so that people can share it. */
export class JobPage1764231020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table careers_settings add column job_page text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table careers_settings drop column job_page');
  }
}
