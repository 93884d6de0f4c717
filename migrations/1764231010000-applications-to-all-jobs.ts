import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of the list of all applications, whichever job they are for. */
export class ApplicationsToAllJobs1764231010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index applications_all_submitted on applications (workspace_id, submitted_at, id);
      create index applications_all_updated on applications (workspace_id, updated_at, id);
      create index applications_all_status on applications (workspace_id, status, submitted_at, id);
      create index applications_owner_submitted on applications (workspace_id, owner_id, submitted_at, id);
      drop index applications_owner;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index applications_owner on applications (workspace_id, owner_id);
      drop index applications_all_submitted, applications_all_updated, applications_all_status, applications_owner_submitted;
    `);
  }
}
